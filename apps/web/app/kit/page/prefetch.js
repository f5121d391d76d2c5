/* Is in the head of signed-in documents: sends the page's first calls while its scripts load. `kit/api/prefetched.ts` reads the answers. */
try {
  const { calls, readers, languages, spoken } = JSON.parse(document.getElementById('prefetch-calls').textContent)
  const { accessToken, tenant, choices, roleList, permissionList, language: chosenHere } = localStorage
  const chosen = JSON.parse(choices || '{}')
  const liked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())
  const wanted = [chosen.language, chosenHere, ...liked, chosen.tenantLanguage, 'en']
  const language = wanted.find((one) => languages.includes(one))
  const kept = chosen.timeZone || chosen.tenantTimeZone || chosen.browserZone
  const zone = kept || Intl.DateTimeFormat().resolvedOptions().timeZone
  const headers = { Authorization: `Bearer ${accessToken}`, 'x-tenant': tenant, 'X-Time-Zone': zone }
  const answers = new Map()
  const refused = new Set()
  const ask = (url, how) => {
    const answer = fetch(url, how)
    answer.then(
      ({ ok }) => ok || refused.add(url),
      () => {},
    )
    answers.set(url, answer)
  }
  if (accessToken && tenant) {
    const [ownRoles, ownKeys] = [roleList, permissionList].map((list) => JSON.parse(list || '[]'))
    const isReader = ({ roles, keys }) =>
      roles.some((role) => ownRoles.includes(role)) && keys.every((key) => ownKeys.includes(key))
    // The first is the account, which everybody may read.
    const allowed = !readers || readers.some(isReader) ? calls : calls.slice(0, 1)
    for (const url of allowed) ask(url, { headers })
    if (language !== spoken) ask(`/api/message/translations/?lang=${language}`)
    window.prefetched = { headers, answers, refused }
  }
} catch {
  // The page makes the calls itself.
}
