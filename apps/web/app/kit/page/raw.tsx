interface DataProps {
  id?: string
  type: 'application/json' | 'application/ld+json'
  /** Must be safe inside a script element: see `jsonText`. */
  text: string
}

/** Data inside a page, not executed by the browser. Hydration leaves the server's text unchanged. */
export const Data = ({ id, type, text }: DataProps) => (
  <script id={id} type={type} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
)

/** JSON that cannot close the element it is in. */
export const jsonText = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Styles inside a page. They are not sent a second time in a script: the browser keeps those in the document. */
export const InlineStyles = ({ id, css }: { id: string; css: string }) => (
  <style id={id} dangerouslySetInnerHTML={{ __html: css }} suppressHydrationWarning />
)

/** Markup of a record, sanitized by the server: text, lists, links. Never for what a user has just typed. */
export const CleanHtml = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />
