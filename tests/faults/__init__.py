"""Faults: parts of the site are killed, doubled and raced while it works, and nothing may be lost or done twice.

Sites run as processes of their own (`sites.py`): *hosted* is PostgreSQL, Valkey, granian, workers and clock, *embedded*
is `manage.py up` on SQLite. After each fault `manage.py fsck` must find nothing wrong. `-m nightly --nightly` has the
long forms. Which test proves what:

=====  =====================================================  ==========================================================
fault                                                         held by
=====  =====================================================  ==========================================================
4.1    worker killed amid due games: none lost, none twice,   test_kills (hosted, embedded; nightly ten kills),
       all passed 30 s after the restart; before each write   test_senders (claims last seconds), test_dying_workers of
       of a miss, stand-in, reminder, plan, vote and offer    games/services, votes and substitutes (kit/dying)
4.2    worker killed amid mails: none lost, at most one       test_kills, test_senders (leases), games/test_outbox
       twice for each kill                                    (one Message-ID), games/mail/test_headers
4.3    Valkey killed with all data over a deadline: moves go  test_broker (8 s; nightly 10 min), games/test_wakeups
       on in under a second, 15 s late at most                (a dead broker is left alone)
4.4    messages delivered many times, six threads at once     test_doubles, games/test_races (sweeps)
4.5    two clocks and two workers                             test_doubles (the same run)
4.6    beat dead: found out, and moves sweep                  test_senders (whoever sends mails sweeps),
                                                              site/test_health
4.7    PostgreSQL crashes amid orders and a sweep, and comes  test_histories
       back: all passed once, orders taken again within 10 s
4.8-   SMTP refuses for now, for good, hangs, is away, takes  games/mail/test_smtp
4.10   a mail and does not say so, or is as slow as RFC 5321   games/mail/test_slow_server, test_slow_servers
       allows                                                 (nightly at 15 s a line and 45 s at the end)
4.11   disk full, database read-only: 503, nothing by halves  test_storage
4.12   the clock jumps two hours; nights of summer time       test_clocks, games/test_deadlines
4.13   the web server is stopped and another started amid     test_histories; credit for standing still:
       orders: what was answered with yes is kept             games/test_deadlines
4.14   one button pressed by forty at once                    test_clicks, games/test_races, games/api/test_at_once
4.15   forty answers to one question                          test_clicks, games/test_races, games/api/test_at_once
4.16   two tabs, one of them stale                            test_clicks, games/test_pages (what a stale page shows)
4.17   sixty orders against their deadlines                   test_duels, games/test_races
4.18   prefetch, scanners, scanners with scripts, forgers     test_scanners, games/test_links
4.19   Back, the same form again, a browser that dies: no     browser/test_again, games/test_pages (a card sent
       second move                                            twice)
4.20   what is stored is whole after a restore                test_fsck
all    what people were told against what journals hold       test_histories (nightly five nights of sixty blows),
                                                              histories (the checker)
=====  =====================================================  ==========================================================
"""
