import { type Case, get, head, NAME_PREFIX, type Site } from './case.ts'

const DAY = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

const calendar = ({ admin, level3, feeds }: Site): Case[] => {
  const month = `/api/calendar/?from=${dayIn(-15)}&to=${dayIn(15)}`
  return [
    { name: 'calendar, a month', calls: [get(admin, month)] },
    { name: 'calendar, a month, one’s own', calls: [get(admin, `${month}&mine=true`)] },
    { name: 'calendar, a month, of level 3', calls: [get(level3, month)] },
    // Several feeds: each may be fetched 60 times an hour, which a round starts anew.
    { name: 'calendar feed', calls: feeds.map((path) => ({ head: `GET ${path} HTTP/1.1` })) },
  ]
}

const firstPages = ({ admin, level3, busy: { company, project } }: Site): Case[] => {
  const column = (level: string) =>
    `/api/projectCompany/project/${project}?priority=${level}&counts=true&sort=nextContact&page=0&size=20`
  return [
    { name: 'home page', calls: [get(admin, '/api/home/')] },
    { name: 'home page of level 3', calls: [get(level3, '/api/home/')] },
    { name: 'countries of the dashboard', calls: [get(admin, '/api/dashboard/countries')] },
    { name: 'a column of the board', calls: [get(admin, column('HIGH'))] },
    { name: 'saved views', calls: [get(admin, '/api/view/?entity=company')] },
    { name: 'files of a company', calls: [get(admin, `/api/attachment/?kind=company&record=${company}&page=0&size=20`)] },
  ]
}

const conditions = ({ admin }: Site): Case[] => {
  const list = (name: string, query: string): Case => ({
    name: `companies, ${name}`,
    calls: [get(admin, `/api/company/?page=0&size=20&${query}`)],
  })
  return [
    list('own field, 2,000 hits', 'where=custom.size:less:500'),
    list('by own field', 'sort=-custom.size'),
    list('any of two conditions', 'any=legalName:contains:steinmann&any=country:is:LU'),
  ]
}

/** A dry run that counts all companies of Germany, and everything about a meeting in one call. */
const writes = ({ admin, adminId, busy: { company } }: Site): Case[] => {
  const dryRun = { matching: { country: 'germany' }, change: { website: 'https://messstand.example' }, dryRun: true }
  const meeting = {
    date: '2020-01-15', // before all reports, so that no day of contact changes
    companyUID: company,
    newContacts: [{ firstName: 'Ada', lastName: `${NAME_PREFIX} {n}`, title: 'Buyer', contactRole: 'INFLUENCER' }],
    summaries: [
      {
        text: '<p>They want a <strong>sample</strong> before the fair.</p>',
        nextSteps: [{ todo: 'Send a sample', byWhen: dayIn(7), assignedUser: adminId }],
      },
    ],
  }
  return [
    {
      name: 'dry run of a change, 18,000 companies',
      calls: [{ head: head(admin, 'PATCH', '/api/company/bulk'), body: JSON.stringify(dryRun) }],
    },
    { name: 'a whole meeting', calls: [{ head: head(admin, 'POST', '/api/meeting/'), body: JSON.stringify(meeting) }] },
  ]
}

/** What pages ask for beside their lists, lists by conditions, and writes of several records. */
export const pageCases = (site: Site): Case[] => [...calendar(site), ...firstPages(site), ...conditions(site), ...writes(site)]
