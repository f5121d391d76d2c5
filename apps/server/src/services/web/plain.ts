import { type Page, pageOf } from './page.ts'

const style = `:root{color-scheme:light dark}body{margin:0;font:1.0625rem/1.6 Arial,Helvetica,sans-serif;background:light-dark(#fff,#0d1828);color:light-dark(#0c1b30,#e4ebf5)}
main{max-width:34rem;margin:18vh auto;padding:0 1.25rem}b{color:light-dark(#b14d05,#ffad69)}h1{margin:.5rem 0;font-size:2.25rem;line-height:1.15;letter-spacing:-.02em}a{color:inherit}`

const plain = (status: number, title: string, text: string, way = '') =>
  pageOf(
    status,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><b>${status}</b><h1>${title}</h1><p>${text}</p>${way}</main></body></html>`,
    'none',
    {},
  )

/** No tenant lives at the host that was asked for: there is not even a home to lead back to. */
export const nowhere: Page = plain(404, 'Page not found', 'There is no site at this address.')

/** The pages themselves cannot be drawn. */
export const broken: Page = plain(500, 'Something went wrong!', 'Please try again later.', '<p><a href="/">Back To Home</a></p>')

/** The tenant cannot be looked up, because the database is away. */
export const resting: Page = plain(503, 'We are back in a moment', 'Please try again.', '<p><a href="/">Back To Home</a></p>')
