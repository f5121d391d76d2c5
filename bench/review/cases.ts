import { type Case, get } from '../cases/case.ts'
import type { Call } from '../process/load.ts'

/** The users of the calls: the member with the largest audience and the most answers, and others. */
export interface ReviewSite {
  token: string
  first: string
  ids: string[]
}

/** A request without a session. */
const visitorCall = (path: string): Call => ({ head: `GET ${path} HTTP/1.1` })

/** What visitors see: through the API, and as pages. A unique number makes an address for which no page is cached. */
const openCases = ({ first, ids }: ReviewSite): Case[] => {
  const list = (name: string, query: string): Case => ({
    name: `partners, ${name}`,
    calls: [visitorCall(`/api/review/partners?size=9&page=${query}`)],
  })
  return [
    { name: 'score of a company with 100,000 answers', calls: [visitorCall(`/api/review/userReviewDetails/${first}`)] },
    { name: 'scores of companies', calls: ids.map((id) => visitorCall(`/api/review/userReviewDetails/${id}`)) },
    { name: 'page of a company, kept', calls: [visitorCall(`/company/${first}`)] },
    { name: 'page of a company, not kept', calls: [visitorCall(`/company/${first}?n={n}`)] },
    list('2,000', '0'),
    list('the last page', '222'),
    list('by score', '0&sort=-score'),
    list('search, some hits', '0&companyName=mann'),
    list('search, one hit or none', '0&companyName=steinmann'),
    { name: 'page of the list, kept', calls: [visitorCall('/xareview')] },
    { name: 'page of the list, not kept', calls: [visitorCall('/xareview?n={n}')] },
  ]
}

/** What the member sees: audience, invitations, results. */
const ownCases = ({ token }: ReviewSite): Case[] => {
  const own = (name: string, path: string): Case => ({ name, calls: [get(token, `/api/review/${path}`)] })
  return [
    own('audience, 20,000', 'audience?size=20&page=0'),
    own('audience, by last name, page 500', 'audience?size=20&page=500&sort=lastName'),
    own('audience, last name', 'audience?size=20&page=0&lastName=mann'),
    own('audience, who can be asked', 'audience/selectable'),
    own('unanswered, 10,000', 'unanswered?size=20&page=0'),
    own('unanswered, last name', 'unanswered?size=20&page=0&lastName=mann'),
    own('invitations, 110,000', '?size=20&page=0'),
    own('invitations, page 2,500', '?size=20&page=2500'),
    own('invitations, of one state', '?size=20&page=0&invitationStatus=SENT'),
    own('invitations, last name', '?size=20&page=0&lastName=mann'),
    own('own results', 'userReviewDetails'),
    own('remarks, 33,000', 'remarks?size=20&page=0'),
    own('two years of days', 'historicData'),
  ]
}

export const reviewCases = (site: ReviewSite): Case[] => [...openCases(site), ...ownCases(site)]
