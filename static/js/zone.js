// Tells the server which time zone the browser is in, and fills it into forms that ask for it.
// Without this script the zone is chosen from the list, and is UTC for people who are not logged in.
(function () {
  let zone
  try {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  } catch (error) {
    return
  }
  if (!zone) return
  const safe = location.protocol === 'https:' ? ';secure' : ''
  document.cookie = 'zone=' + encodeURIComponent(zone) + ';path=/;max-age=31536000;samesite=lax' + safe

  for (const select of document.querySelectorAll('select[data-zone]')) choose(select)

  const hint = document.getElementById('zone-hint')
  const chosen = document.querySelector('select[data-zone-hint]')
  if (hint && chosen && chosen.value !== zone) {
    hint.querySelector('b').textContent = zone.replace(/_/g, ' ')
    hint.hidden = false
  }

  function choose (select) {
    if (!Array.from(select.options).some(option => option.value === zone)) {
      select.add(new Option(zone.replace(/_/g, ' '), zone))
    }
    select.value = zone
  }
})()
