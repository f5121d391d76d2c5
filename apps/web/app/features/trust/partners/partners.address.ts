import { pageIn } from '#ui/partner/pages'

/** What the list's address asks for: a part of a name, and a page from 1. */
export const readAsked = (params: URLSearchParams) => ({
  companyName: (params.get('companyName') ?? '').trim().slice(0, 200),
  page: pageIn(params),
})
