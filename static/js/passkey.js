// Shows what needs passkeys only where the browser has them, and says it when one could not be used.
(function () {
  if (!window.PublicKeyCredential) return
  for (const part of document.querySelectorAll('[data-passkey]')) part.hidden = false
  for (const part of document.querySelectorAll('[data-no-passkey]')) part.hidden = true

  document.addEventListener('allauth.error', function (event) {
    event.preventDefault()
    const place = document.querySelector('[data-passkey-error]') || make()
    const name = event.detail.exception && event.detail.exception.name
    place.textContent = name === 'NotAllowedError'
      ? 'The passkey was not used: it was cancelled, or took too long.'
      : 'The passkey could not be used here.'
  })

  function make () {
    const place = document.createElement('p')
    place.className = 'error'
    place.setAttribute('role', 'alert')
    place.dataset.passkeyError = ''
    document.querySelector('[data-passkey]').append(place)
    return place
  }
})()
