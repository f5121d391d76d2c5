interface DataProps {
  id?: string
  type: 'application/json' | 'application/ld+json'
  /** Safe inside a script element: see `jsonText`. */
  text: string
}

/** Data inside a page: no browser runs it. What the server wrote there stays as it is. */
export const Data = ({ id, type, text }: DataProps) => (
  <script id={id} type={type} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
)

/** JSON that cannot end the element it is in. */
export const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Styles inside a page. The browser is not sent them a second time in a script, so it takes those that are there. */
export const InlineStyles = ({ id, css }: { id: string; css: string }) => (
  <style id={id} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
)

/** Markup that the server has cleaned, as it is in a record: text, lists, links. Never what somebody has just typed. */
export const CleanHtml = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />
