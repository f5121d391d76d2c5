import { type Case, get, type Site } from './case.ts'

const DAY = 86_400_000
/** Returns the day this many days ago. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
const since = (days: number) => `dateFrom=${daysAgo(days)}&dateTo=${daysAgo(0)}`

const peopleAndReports = ({ admin, level3, busy: { company } }: Site): Case[] => {
  const contacts = (name: string, query: string, token = admin): Case => ({
    name: `contacts, ${name}`,
    calls: [get(token, `/api/contact/?size=20&page=${query}`)],
  })
  const reports = (name: string, query: string, token = admin): Case => ({
    name: `reports, ${name}`,
    calls: [get(token, `/api/meetingReport/?size=20&page=${query}`)],
  })
  return [
    contacts('200,000', '0'),
    contacts('by last name, page 5,000', '5000&sort=lastName'),
    contacts('by company', '0&sort=company'),
    { ...contacts('of level 3, two countries', '0', level3), bar: 10 },
    contacts('last name, 7,600 hits', '0&lastName=mann'),
    contacts('company, 700 hits', '0&company=trondheim'),
    { name: 'contacts of one company', calls: [get(admin, `/api/contact/fetchAllByCompany/${company}?page=0&size=20`)] },
    reports('100,000', '0&sort=-date'),
    reports('a month', `0&sort=-date&${since(30)}`),
    reports('a year', `0&sort=-date&${since(365)}`),
    reports('by company, page 2,500', '2500&sort=company'),
    reports('of one company', `0&sort=-date&companyUID=${company}`),
    reports('of level 3', '0&sort=-date', level3),
  ]
}

const wordsAndTasks = ({ admin, level3, busy: { company, project } }: Site): Case[] => {
  const summaries = (name: string, query: string, token = admin): Case => ({
    name: `summaries, ${name}`,
    calls: [get(token, `/api/summary/?size=20&page=${query}`)],
  })
  const tasks = (name: string, query: string, token = admin): Case => ({
    name: `tasks, ${name}`,
    calls: [get(token, `/api/nextSteps/?size=20&page=${query}`)],
  })
  return [
    summaries('300,000', '0'),
    summaries('with a word', '0&q=spindle'),
    { ...summaries('of level 3', '0', level3), bar: 10 },
    { ...summaries('of level 3, total later', '0&total=later', level3), bar: 10 },
    summaries('of level 3, with a word', '0&q=spindle', level3),
    summaries('of one company', `0&companyUid=${company}`),
    { ...summaries('of one project', `0&projectUid=${project}`), bar: 10 },
    summaries('project by name', '0&project=lyon'),
    summaries('in a country', '0&where=country:is:IT'),
    summaries('of level 3, in a country', '0&where=country:is:IT', level3),
    summaries('a month', `0&sort=-meetingDate&${since(30)}`),
    tasks('100,000', '0'),
    tasks('by day', '0&sort=byWhen'),
    tasks('open, by day', '0&sort=byWhen&nextStepsStatus=OPEN'),
    tasks('of level 3', '0&sort=byWhen', level3),
    tasks('of one company', `0&companyUID=${company}`),
    tasks('with a word', '0&todo=customs'),
    tasks('in a country', '0&where=country:is:IT'),
    tasks('open, in a country, by day', '0&sort=byWhen&nextStepsStatus=OPEN&where=country:is:IT'),
    tasks('by country', '0&sort=country'),
    tasks('by country, page 2,500', '2500&sort=country'),
  ]
}

const projectsAndEvents = ({ admin, level3, busy: { project } }: Site): Case[] => {
  const places = (name: string, query: string, token = admin): Case => ({
    name: `companies of projects, ${name}`,
    calls: [get(token, `/api/projectCompany/?size=20&page=${query}`)],
  })
  const ofProject = (name: string, sort: string): Case => ({
    name: `companies of a project, ${name}`,
    calls: [get(admin, `/api/projectCompany/project/${project}?page=0&size=20&sort=${sort}`)],
  })
  const events = (name: string, query: string): Case => ({
    name: `events, ${name}`,
    calls: [get(admin, `/api/event/?size=20&page=${query}`)],
  })
  return [
    { name: 'projects', calls: [get(admin, '/api/project/?page=0&size=20')] },
    { name: 'projects shared with a name', calls: [get(admin, '/api/project/?page=0&size=20&sharedWithName=brandt')] },
    { name: 'projects of level 3', calls: [get(level3, '/api/project/?page=0&size=20')] },
    places('30,000', '0'),
    places('project by name', '0&projectName=fair'),
    places('shared with a name', '0&sharedWithName=brandt'),
    places('by priority', '0&sort=priority'),
    places('of level 3', '0&sort=nextContact', level3),
    places('due in one’s own projects', `0&sort=nextContact&where=team:mine&where=nextContact:before:${daysAgo(-1)}`),
    ofProject('by country', 'country'),
    ofProject('by priority', '-priority'),
    events('20,000', '0&sort=-eventDateTime'),
    events('place by name', '0&location=lyon'),
  ]
}

const overview = ({ admin, level3, level1, busy: { company, project } }: Site): Case[] => {
  const kpi = (by: string, name: string, days: number): Case => ({
    name: `KPI by ${by}, a ${name}`,
    calls: [get(admin, `/api/dashboard/reportsKpi?page=0&size=20&filterType=${by.toUpperCase()}&${since(days)}`)],
  })
  const timeline = (name: string, path: string, token = admin): Case => ({
    name: `timeline of a ${name}`,
    calls: [get(token, `/api/timeline/${path}?page=0&size=20`)],
  })
  const audit = (name: string, query: string): Case => ({
    name: `audit trail, ${name}`,
    calls: [get(admin, `/api/audit/?size=20&page=${query}`)],
  })
  const search = (name: string, q: string, token = admin): Case => ({
    name: `/api/search, ${name}`,
    calls: [get(token, `/api/search/?q=${encodeURIComponent(q)}`)],
  })
  return [
    ...['user', 'country', 'company'].flatMap((by) => [kpi(by, 'week', 7), kpi(by, 'month', 30), kpi(by, 'year', 365)]),
    timeline('company', `company/${company}`),
    timeline('company, level 3', `company/${company}`, level3),
    timeline('project', `project/${project}`),
    audit('1,000,000', '0'),
    audit('one kind', '0&kind=project'),
    audit('a month, a name', `0&byName=brandt&${since(30)}`),
    audit('title', '0&title=steinmann'),
    search('no hit', 'zzqx'),
    search('13 hits', '20581'),
    search('430 hits', 'steinmann keramik'),
    search('2,600 hits', 'trondheim'),
    search('12,500 hits', 'selb'),
    search('48,000 hits', 'mann'),
    search('6,400 hits, with accents', 'Jäger'),
    search('6,400 hits, without', 'jager'),
    search('of level 3', 'jager', level3),
    search('of level 1', 'jager', level1),
  ]
}

/** Lists of the records of companies, their counts, and the search over all of them. */
export const crmCases = (site: Site): Case[] => [
  ...peopleAndReports(site),
  ...wordsAndTasks(site),
  ...projectsAndEvents(site),
  ...overview(site),
]
