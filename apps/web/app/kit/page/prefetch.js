/* Is in the head of signed-in documents: sends the page's first calls while its scripts load. `kit/api/prefetched.ts` reads the answers. */
try {
  const { calls, languages, spoken } = JSON.parse(document.getElementById('prefetch-calls').textContent)
  const { accessToken, tenant, choices, language: chosenHere } = localStorage
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
    for (const url of calls) ask(url, { headers })
    if (language !== spoken) ask(`/api/message/translations/?lang=${language}`)
    window.prefetched = { headers, answers, refused }
  }
} catch {
  // The page makes the calls itself.
}
