/** Letters of text that may stand above a picture which is seen at once. */
const aboveTheFold = 600

/** The same markup, whose first picture is fetched before all others where it stands near the top. */
export const withFirstPicture = (html: string) => {
  const at = html.indexOf('<img ')
  if (at < 0 || html.slice(0, at).replace(/<[^>]*>/g, '').length > aboveTheFold) return html
  const end = html.indexOf('>', at)
  const picture = html.slice(at, end).replace(/ (loading|fetchpriority)="[^"]*"/g, '')
  return `${html.slice(0, at)}${picture.replace('<img', '<img loading="eager" fetchpriority="high"')}${html.slice(end)}`
}
