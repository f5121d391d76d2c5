import type { Api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { Readable } from 'node:stream'
import type { z } from 'zod'

type Input<E> = E extends Endpoint ? z.input<E['input']> : never
/** The fields that an input must have, besides its record's id. */
type RequiredFields<I> = string extends keyof I
  ? never
  : Exclude<{ [K in keyof I]-?: undefined extends I[K] ? never : K }[keyof I], 'uniqueId'>
type NeedsInput<F> = {
  [N in keyof F as [RequiredFields<Input<F[N]>>] extends [never] ? never : N]: Omit<Input<F[N]>, 'uniqueId'>
}

export type IdOf = (feature: keyof Api) => string
type CallableFeatures<F> = { [N in keyof F]?: Omit<Input<F[N]>, 'uniqueId'> }
export type Samples = {
  [F in keyof Api as keyof NeedsInput<Api[F]> extends never ? never : F]: NeedsInput<Api[F]> & CallableFeatures<Api[F]>
}

/** What shows or changes records of several kinds. */
type Tools = 'dashboard' | 'attachment' | 'timeline' | 'audit' | 'search' | 'view' | 'trash'
type People = 'identity' | 'admin' | 'permission' | 'userPermission' | 'notification'
type Visitors = 'public' | 'signUp' | 'lead' | 'auditQuestion' | 'content' | 'analytics'
type Administration =
  | 'operator'
  | 'legalText'
  | 'customField'
  | 'tenant'
  | 'tenantSetting'
  | 'tenantConfiguration'
  | 'bulkUpload'
  | 'message'

const peopleSamples = (made: IdOf): Pick<Samples, People> => ({
  identity: {
    login: { username: 'nobody@example.test', password: 'no-password-at-all' },
    changePassword: { currentPassword: 'x', password: 'Correct-horse-1', confirmPassword: 'Correct-horse-1' },
    forgotPassword: { email: 'nobody@example.test' },
    changeAddress: { emailAddress: 'nobody@example.test', currentPassword: 'x' },
    passwordLink: { token: 'none' },
    deviceKey: { device: crypto.randomUUID() },
  },
  admin: {
    create: {
      firstName: 'Sam',
      lastName: 'Ple',
      emailAddress: `sam.${crypto.randomUUID()}@example.test`,
      adminRole: 'ROLE_LEVEL1',
    },
    setActive: { isActive: false },
    uploadLogo: { file: new Blob(['no picture']) },
    updateBrandName: { userCompanyName: 'Sample' },
  },
  permission: { create: { key: 'SAMPLE', value: 'Sample' } },
  userPermission: {
    list: { userUID: made('admin') },
    assign: { userUID: made('admin'), permissionStateList: [made('permission')] },
  },
  notification: {
    list: { type: 'PUSH_WEB' },
    listOfUser: { type: 'PUSH_WEB' },
    read: { uniqueIds: [made('notification')] },
  },
})

const administrationSamples = (): Pick<Samples, Administration> => ({
  tenant: {
    create: {
      fullName: 'Sample',
      firstName: 'Sam',
      lastName: 'Ple',
      emailAddress: 'sam@example.test',
      domainName: `${crypto.randomUUID()}.example`,
    },
    deletePermanently: { fullName: 'Sample', password: 'x' },
  },
  customField: { create: { kind: 'company', label: `Sample ${crypto.randomUUID()}`, type: 'TEXT' } },
  operator: { failedJob: { queue: 'x' }, retry: { queue: 'x' }, drop: { queue: 'x' } },
  tenantSetting: { update: { key: 'NOTIFY_BY_EMAIL', value: true } },
  tenantConfiguration: { update: { key: 'MAX_USERS', value: 100 }, uploadLogo: { file: new Blob(['no picture']) } },
  bulkUpload: { upload: { file: new Blob(['no workbook']) }, bootstrap: { file: new Blob(['no workbook']) } },
  legalText: { shown: { kind: 'PRIVACY' } },
  message: { create: { key: 'New company', language: 'de', text: 'Neue Firma' } },
})

type Drive = 'drive' | 'driveShare' | 'driveUpload' | 'driveDownload'
type Reviews =
  | 'reviewTrigger'
  | 'mailBounce'
  | 'reviewCampaign'
  | 'reviewLink'
  | 'reviewOwnQuestion'
  | 'reviewReminder'
  | 'reviewAnswer'
  | 'reviewResults'
  | 'reviewCase'
  | 'reviewSetting'
  | 'reviewQuestion'
type Talks =
  | 'meeting'
  | 'meetingReport'
  | 'summary'
  | 'nextSteps'
  | 'project'
  | 'projectCompany'
  | 'event'
  | 'eventInvitation'
  | 'calendar'

const talkSamples = (made: IdOf): Pick<Samples, Talks> => ({
  meeting: {
    create: {
      date: '2026-03-10',
      companyUID: made('company'),
      attendees: [made('contact')],
      summaries: [{ text: '<p>Sample</p>', nextSteps: [{ todo: 'Sample', byWhen: '2026-04-01', assignedUser: made('admin') }] }],
    },
  },
  meetingReport: {
    create: { date: '2026-03-10', companyUID: made('company'), attendees: [made('contact')] },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  summary: { create: { text: '<p>Sample</p>', meetingReportUID: made('meetingReport') } },
  nextSteps: {
    create: { todo: 'Sample', byWhen: '2026-04-01', assignedUser: made('admin'), summaryUID: made('summary') },
    fetchBySummary: { summaryId: made('summary') },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  project: { create: { name: 'Sample' }, export: { format: 'csv' }, exportFile: { ticket: 'x' } },
  projectCompany: {
    create: { project: made('project'), company: made('company') },
    ofProject: { projectId: made('project') },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  event: {
    create: {
      title: 'Sample',
      description: 'A fair',
      eventDateTime: '2026-05-05T10:00:00Z',
      location: 'Hall 1',
      organizer: 'Sample',
      organizerContact: 'sam@sample.example',
    },
  },
  eventInvitation: {
    invite: { addresses: ['sam@sample.example'] },
    invitation: { token: 'x' },
    calendarFile: { token: 'x' },
    answer: { token: 'x', answer: 'ACCEPTED' },
  },
  calendar: { read: { from: '2026-05-01', to: '2026-05-31' }, createFeed: { what: 'own' } },
})

const driveSamples = (made: IdOf): Pick<Samples, Drive> => ({
  drive: {
    createFolder: { name: 'Sample' },
    rename: { newName: 'Renamed' },
    move: { uniqueIds: [made('drive')] },
    bullkDelete: { uniqueIds: [made('drive')] },
    restore: { uniqueIds: [made('drive')] },
  },
  driveShare: {
    share: { shareWith: ['sam@sample.example'], uniqueIds: [made('drive')] },
    changeLastDay: { email: 'sam@sample.example', lastDay: null },
    unshare: { email: 'sam@sample.example' },
    bulkUnShare: { unShareWith: ['sam@sample.example'], uniqueIds: [made('drive')] },
  },
  driveDownload: { fetch: { ticket: 'x' } },
  driveUpload: {
    clashes: { paths: ['sample.txt'] },
    batch: { files: [{ path: 'sample.txt', size: 6 }] },
    upload: { file: new Blob(['sample']) },
    send: { offset: '0', bytes: Readable.from(['sample']) },
  },
})

const reviewSamples = (made: IdOf): Pick<Samples, Reviews> => ({
  reviewSetting: { save: { reviewType: 'Manufacturers' }, describe: { companyDescriptionMarkup: '<p>Sample</p>' } },
  reviewTrigger: { save: { kind: 'MEETING_REPORT', isOn: false, days: 7 } },
  mailBounce: {
    bounce: {
      time: '1',
      signature: '0'.repeat(64),
      messageId: '<x@tradewind>',
      recipient: 'sam@example.test',
      status: '5.1.1',
    },
  },
  reviewCampaign: {
    campaign: { audienceList: [made('contact')] },
    letters: { audienceList: [made('contact')] },
    unsubscribing: { token: 'x' },
    unsubscribe: { token: 'x' },
  },
  reviewLink: {
    create: { name: 'Sample' },
    change: { isActive: true },
    open: { code: 'x' },
    visit: { code: 'x' },
    ask: { code: 'x', ...names, email: 'sam@sample.example' },
    confirm: { ask: crypto.randomUUID(), code: '000000' },
  },
  reviewOwnQuestion: { create: { question: 'How was the fitting?' }, change: { position: 1 } },
  reviewReminder: { remind: { campaignId: made('reviewCampaign') }, change: { reminders: true } },
  reviewAnswer: {
    submit: { answerId: 'x', answers: [{ questionId: made('reviewQuestion'), answer: 4.5 }] },
    remove: { reason: 'It names a person' },
  },
  reviewCase: {
    report: { companyId: crypto.randomUUID(), reason: 'OFFENSIVE' },
    decide: { decision: 'KEPT' },
  },
  reviewResults: { exportResults: { format: 'csv' }, exportResultsFile: { ticket: 'x' } },
  reviewQuestion: { create: { reviewType: 'Manufacturers', headline: 'Sample', question: 'How was it?' } },
})

const samplePerson = { name: 'Sam Ple', country: 'Italy', email: 'sam@sample.example' }
const names = { firstName: 'Sam', lastName: 'Ple' }

const visitorSamples = (made: IdOf): Pick<Samples, Visitors> => ({
  public: {
    contactUs: {
      ...samplePerson,
      services: ['PARTNER_SEARCH'],
      currentCountry: 'Spain',
      deliveryPeriod: 'IMMEDIATE',
      contactNumber: '+34 1',
    },
    subscribePlan: { ...samplePerson, plan: 'BASIC' },
    contactUsPartner: samplePerson,
  },
  signUp: { create: { ...names, emailAddress: `sam.${crypto.randomUUID()}@example.test`, userCompanyName: 'Sample' } },
  lead: {
    convert: { contact: { ...names, title: 'CEO', contactRole: 'DECISION_MAKER' } },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  auditQuestion: {
    createQuestion: { category: 'LEADERSHIP', question: 'Sample' },
    submit: { answers: [{ questionId: made('auditQuestion'), score: 4 }] },
    result: { token: 'x' },
    resultPdf: { token: 'x' },
  },
  content: {
    create: { title: 'Sample', category: 'GLOBAL_SOURCING', articleTypes: ['MARKET_INSIGHT'], content: '<p>Sample</p>' },
    slug: { slug: 'sample' },
    approve: { approved: true },
    picture: { width: '480' },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  analytics: { pageView: { pattern: '/' }, pageViews: { dateFrom: '2026-01-01', dateTo: '2026-01-31' } },
})

const bulkSamples = (made: IdOf): Pick<Samples, 'bulk'> => ({
  bulk: {
    changeCompanies: { ids: [made('company')], change: { country: 'Italy' }, dryRun: true },
    removeCompanies: { ids: [made('company')], dryRun: true },
    changeContacts: { ids: [made('contact')], change: { title: 'Sample' }, dryRun: true },
    removeContacts: { ids: [made('contact')], dryRun: true },
    changeMeetingReports: { ids: [made('meetingReport')], change: { eventType: 'CALL' }, dryRun: true },
    removeMeetingReports: { ids: [made('meetingReport')], dryRun: true },
    changeSummaries: { ids: [made('summary')], change: { share: [made('admin')] }, dryRun: true },
    removeSummaries: { ids: [made('summary')], dryRun: true },
    changeNextSteps: { ids: [made('nextSteps')], change: { byWhen: '2026-05-01' }, dryRun: true },
    removeNextSteps: { ids: [made('nextSteps')], dryRun: true },
    changeProjects: { ids: [made('project')], change: { share: [made('admin')] }, dryRun: true },
    removeProjects: { ids: [made('project')], dryRun: true },
    changeProjectCompanies: { ids: [made('projectCompany')], change: { priority: 'HIGH' }, dryRun: true },
    removeProjectCompanies: { ids: [made('projectCompany')], dryRun: true },
    changeEvents: { ids: [made('event')], change: { location: 'Sample' }, dryRun: true },
    removeEvents: { ids: [made('event')], dryRun: true },
    changeContent: { ids: [made('content')], change: { category: 'GLOBAL_SOURCING' }, dryRun: true },
    removeContent: { ids: [made('content')], dryRun: true },
    removeLeads: { ids: [made('lead')], dryRun: true },
  },
})

const planSamples = (): Pick<Samples, 'question' | 'topic' | 'webCall'> => ({
  topic: { create: { title: 'Sample', text: 'What is asked of samples?' }, vote: { vote: true } },
  question: { create: { title: 'Sample', text: 'Which papers does a sample need in Italy?' } },
  webCall: {
    slots: { from: '2031-03-03', until: '2031-03-05' },
    create: {
      startsAt: `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`,
      about: 'A first market',
    },
    update: { startsAt: '2031-03-03T10:00:00Z' },
    link: { meetingLink: 'https://meet.example/sample' },
    saveHours: { timeZone: 'Europe/Berlin', weekly: [{ day: 1, from: '09:00', until: '12:00' }], daysOff: [] },
  },
})

const recordSamples = (
  made: IdOf,
): Omit<
  Samples,
  People | Administration | Talks | Drive | Reviews | Visitors | Tools | 'bulk' | 'question' | 'topic' | 'webCall'
> => ({
  company: {
    notDuplicates: { uniqueIds: [made('company')] },
    merging: { uniqueIds: [made('company')] },
    merge: { into: made('company'), from: [made('company')] },
    create: { legalName: 'Sample', country: 'Italy', website: 'https://sample.example', companyTypeList: ['ASSOCIATION'] },
    massUpload: { file: new Blob(['no workbook']) },
    markedWorkbook: { file: new Blob(['no workbook']) },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  contact: {
    notDuplicates: { uniqueIds: [made('contact')] },
    merging: { uniqueIds: [made('contact')] },
    merge: { into: made('contact'), from: [made('contact')] },
    create: {
      firstName: 'Sam',
      lastName: 'Ple',
      title: 'Buyer',
      contactRole: 'INFLUENCER',
      companyId: made('company'),
      email: 'sam@sample.example',
    },
    massUpload: { file: new Blob(['no workbook']) },
    markedWorkbook: { file: new Blob(['no workbook']) },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
    fetchAllByCompany: { companyId: made('company') },
  },
  fileImport: {
    create: { kind: 'company', file: new Blob(['Legal Name;Country\nSample;Italy']) },
    rows: { status: 'NEW' },
    decide: { row: 2, action: 'SKIP' },
  },
})

const toolSamples = (made: IdOf): Pick<Samples, Tools> => ({
  dashboard: {
    reportsKpi: { dateFrom: '2026-01-01', dateTo: '2026-12-31' },
    exportKpi: { dateFrom: '2026-01-01', dateTo: '2026-12-31', format: 'csv' },
    exportKpiFile: { ticket: 'x' },
  },
  attachment: {
    list: { kind: 'company', record: made('company') },
    attach: { kind: 'company', record: made('company'), files: [made('drive')] },
    fetch: { ticket: 'x' },
  },
  timeline: { list: { kind: 'company' } },
  audit: { export: { format: 'csv' }, exportFile: { ticket: 'x' } },
  search: { search: { q: 'sample' } },
  view: {
    list: { entity: 'company' },
    create: { entity: 'company', name: `Sample ${crypto.randomUUID()}`, state: { where: ['country:is:IT'] } },
    update: { entity: 'company' },
    setDefault: { entity: 'company' },
  },
  trash: {
    belonging: { kind: 'company', uniqueIds: [made('company')] },
    restore: { kind: 'company', uniqueIds: [made('company')] },
  },
})

/** Valid inputs for every call that needs more than an id. `made`: the id of a feature's record. */
export const sampleInputs = [
  peopleSamples,
  administrationSamples,
  talkSamples,
  driveSamples,
  reviewSamples,
  visitorSamples,
  recordSamples,
  toolSamples,
  bulkSamples,
  planSamples,
]
/** The features whose calls have a sample. */
export type SampledFeature<G = ReturnType<(typeof sampleInputs)[number]>> = G extends unknown ? keyof G : never
