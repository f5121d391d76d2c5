import { all, inMyCountries, own, policy } from '../kit/policy.ts'
import { type Actor, ADMIN, ADMINS, BASIC_UP, LEVEL3, LEVELS, LEVELS_1_2, PAID, STAFF, TENANT_ADMINS } from '../roles.ts'

/** Attached to a project that is shared with the actor. */
const inMyProjects = (actor: Actor) => ({ sharedWith: actor.uniqueId })

// oxfmt-ignore
export const companyPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [LEVELS_1_2, inMyProjects], [BASIC_UP, all]],
  create:  [[ADMINS, all], [BASIC_UP, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  compare: [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [BASIC_UP, all]],
  merge:   [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [BASIC_UP, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, inMyCountries, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, all]],
})

/** Whether the actor sees companies only through projects. Such an actor sees an outline of each: its name, its country and its website. */
export const seesOutline = ({ roles }: Pick<Actor, 'roles'>) =>
  roles.some((role) => (LEVELS_1_2 as readonly string[]).includes(role))

// oxfmt-ignore
export const contactPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [BASIC_UP, all]],
  create:  [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  upload:  [[ADMINS, all], [LEVEL3, all, 'MASS_UPLOAD'], [BASIC_UP, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [BASIC_UP, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  compare: [[ADMINS, all], [LEVEL3, inMyCountries], [LEVEL3, own], [BASIC_UP, all]],
  merge:   [[TENANT_ADMINS, all], [ADMIN, own], [BASIC_UP, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [BASIC_UP, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, inMyCountries, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, all]],
})

// oxfmt-ignore
export const meetingReportPolicy = policy({
  see:     [[ADMINS, all], [LEVEL3, own], [PAID, all]],
  create:  [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [PAID, all]],
})

/** Shared with the actor, or with a project that is shared with the actor. */
const sharedWithMe = (actor: Actor) => ({ sharedWith: actor.uniqueId })

// oxfmt-ignore
export const summaryPolicy = policy({
  see:     [[ADMINS, all], [LEVELS, sharedWithMe], [LEVELS, own], [PAID, all]],
  create:  [[ADMINS, all], [LEVEL3, all], [PAID, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [LEVEL3, own], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
})

/** Open tasks that are assigned to the actor, and open tasks that the actor created. */
const openAssignedToMe = (actor: Actor) => ({ nextStepsStatus: 'OPEN', assignedUser: actor.uniqueId })
const openCreatedByMe = (actor: Actor) => ({ nextStepsStatus: 'OPEN', createdBy: actor.uniqueId })
/** Tasks that the actor has closed: they can be reopened (Undo) for `REOPEN_SECONDS`. */
const closedByMe = (actor: Actor) => ({ nextStepsStatus: 'CLOSED', closedBy: actor.uniqueId })
/** With any status: closing a task twice is not an error. */
const assignedToMe = (actor: Actor) => ({ assignedUser: actor.uniqueId })

// oxfmt-ignore
export const nextStepsPolicy = policy({
  see:        [[ADMINS, all], [LEVELS, openAssignedToMe], [LEVELS, openCreatedByMe], [PAID, all]],
  create:     [[STAFF, all], [PAID, all]],
  update:     [[TENANT_ADMINS, all], [ADMIN, own], [LEVELS, own], [PAID, all]],
  markClosed: [[ADMINS, all], [LEVELS, assignedToMe], [LEVELS, own], [PAID, all]],
  reopen:     [[STAFF, closedByMe], [PAID, closedByMe]],
  remove:     [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  restore:    [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
  export:     [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, openAssignedToMe, 'EXPORT_DATA'], [LEVEL3, openCreatedByMe, 'EXPORT_DATA'], [PAID, all]],
})

/** In a project that the actor created. */
const inProjectCreatedByMe = (actor: Actor) => ({ projectCreatedBy: actor.uniqueId })

// oxfmt-ignore
export const projectPolicy = policy({
  see:     [[ADMINS, all], [LEVELS, sharedWithMe], [PAID, all]],
  create:  [[ADMINS, all], [PAID, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [PAID, all]],
  /** Adding companies to it. */
  attach:  [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, sharedWithMe], [PAID, all]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH'], [LEVEL3, own], [PAID, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, sharedWithMe, 'EXPORT_DATA'], [PAID, all]],
})

// oxfmt-ignore
export const projectCompanyPolicy = policy({
  see:     [[ADMINS, all], [LEVELS, sharedWithMe], [PAID, all]],
  create:  [[ADMINS, all], [PAID, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, inProjectCreatedByMe], [ADMIN, sharedWithMe], [PAID, all]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, inProjectCreatedByMe], [ADMIN, sharedWithMe], [PAID, all]],
  /** Whoever may remove a company can bring it back. */
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, inProjectCreatedByMe], [ADMIN, sharedWithMe], [ADMIN, all, 'RESTORE_TRASH'], [PAID, all]],
  export:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, sharedWithMe, 'EXPORT_DATA'], [PAID, all]],
})

// oxfmt-ignore
export const eventPolicy = policy({
  see:     [[STAFF, all]],
  create:  [[ADMINS, all]],
  update:  [[TENANT_ADMINS, all], [ADMIN, own]],
  remove:  [[TENANT_ADMINS, all], [ADMIN, own]],
  restore: [[TENANT_ADMINS, all], [ADMIN, own], [ADMIN, all, 'RESTORE_TRASH']],
})

/** Who has a calendar, and feed addresses of their own for other programs. The policy of each kind decides which entries the calendar contains. */
// oxfmt-ignore
export const calendarPolicy = policy({
  see:  [[STAFF, all], [PAID, all]],
  feed: [[STAFF, all], [PAID, all]],
})

/** Whose reports are counted. For countries, each record is counted under the policy of its own entity. */
// oxfmt-ignore
export const dashboardPolicy = policy({
  reportsKpi: [[ADMINS, all], [LEVEL3, own], [BASIC_UP, own]],
  countries:  [[ADMINS, all], [LEVEL3, all], [BASIC_UP, all]],
  exportKpi:  [[TENANT_ADMINS, all], [ADMIN, all, 'EXPORT_DATA'], [LEVEL3, own, 'EXPORT_DATA'], [BASIC_UP, own]],
})

/** Users see and undo their own imports; the tenant's admins also those of all staff. */
const ownOrStaff = [
  [TENANT_ADMINS, all],
  [ADMIN, own],
  [LEVEL3, own, 'MASS_UPLOAD'],
  [BASIC_UP, own],
] as const

export const fileImportPolicy = policy({
  see: ownOrStaff,
  create: [...companyPolicy.create, ...contactPolicy.upload],
  undo: ownOrStaff,
})
