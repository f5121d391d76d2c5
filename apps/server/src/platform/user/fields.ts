import { say, type Sentence } from '@tradewind/contract/kit/say'
import { rolesToCreate, rolesToGive } from '@tradewind/contract/platform/rank'
import { isMember, MEMBERS, REVIEWED, type Role } from '@tradewind/contract/roles'
import { invalid } from '#kit/errors'
import { type RequestContext, isAbroad } from '#kit/http/context'
import { changesOf } from '#kit/record/audit'
import type { User } from './user.queries.ts'

/** The fields of a user form. */
export interface Form extends Pick<
  User,
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'emailAddress'
  | 'allowedCountries'
  | 'userCompanyName'
  | 'userCompanyCountry'
  | 'isPartner'
  | 'reviewsSearchEnabled'
> {
  adminRole: Role
}
export type Given = { [Field in keyof Form]?: Form[Field] | null | undefined }
type Faults = Partial<Record<keyof Form, Sentence | '' | false | null | undefined>>

const MAY_NOT = say('You cannot assign this role')
const NOT_HERE = say('Only users of the main account can have it')
const OTHER_KIND = say('Staff and members are different accounts: please create a new user')
const NO_REVIEWS = say('This role has no reviews')
const THEIRS = say('You cannot change this for yourself')

const refuse = (faults: Faults) => {
  const found = Object.entries(faults).filter((fault): fault is [string, Sentence] => Boolean(fault[1]))
  if (found.length > 0) throw invalid(Object.fromEntries(found))
}

const countriesOf = (role: Role, given: readonly string[] | null | undefined) =>
  role === 'ROLE_LEVEL3' ? (given ?? []).toSorted() : []
const lacksCountries = ({ adminRole, allowedCountries }: Form) =>
  adminRole === 'ROLE_LEVEL3' && allowedCountries.length === 0 && say('Choose at least one country')

type Changed = Readonly<Record<string, unknown>>
const ofMainAccount = ({ userCompanyName, userCompanyCountry, isPartner }: Form, isMain: boolean, changed: Changed): Faults =>
  isMain
    ? {}
    : {
        userCompanyName: 'userCompanyName' in changed && userCompanyName && NOT_HERE,
        userCompanyCountry: 'userCompanyCountry' in changed && userCompanyCountry && NOT_HERE,
        isPartner: 'isPartner' in changed && isPartner && NOT_HERE,
      }

/** Whether this role has reviews of its own. Without them its page cannot be made findable. */
const hasReviews = (role: Role) => (REVIEWED as readonly Role[]).includes(role)

/** The stored values as a form: only level 3 has countries. */
const formOf = (user: User): Form => ({
  firstName: user.firstName,
  middleName: user.middleName,
  lastName: user.lastName,
  emailAddress: user.emailAddress,
  adminRole: user.role,
  allowedCountries: countriesOf(user.role, user.allowedCountries),
  userCompanyName: user.userCompanyName,
  userCompanyCountry: user.userCompanyCountry,
  isPartner: user.isPartner,
  reviewsSearchEnabled: user.reviewsSearchEnabled,
})

export const columnsOf = ({ adminRole, ...fields }: Form) => ({ ...fields, role: adminRole })

type Required = Pick<Form, 'firstName' | 'lastName' | 'emailAddress' | 'adminRole'>

/** The form of a new user; throws a Refusal by field. */
export const newForm = (given: Given & Required, asking: RequestContext, isMain: boolean): Form => {
  const { adminRole, middleName = null, userCompanyName = null, userCompanyCountry = null } = given
  const allowedCountries = countriesOf(adminRole, given.allowedCountries)
  const switches = {
    isPartner: given.isPartner ?? false,
    reviewsSearchEnabled: (given.reviewsSearchEnabled ?? false) && hasReviews(adminRole),
  }
  const form = { ...given, adminRole, middleName, userCompanyName, userCompanyCountry, allowedCountries, ...switches }
  refuse({
    adminRole: !rolesToCreate(asking.actor, { isMain, isAbroad: isAbroad(asking) }).includes(adminRole) && MAY_NOT,
    allowedCountries: lacksCountries(form),
    ...ofMainAccount(form, isMain, form),
  })
  return form
}

const roleFault = (from: Role, to: Role, asking: RequestContext) => {
  if (isMember({ roles: [from] }) !== (MEMBERS as readonly Role[]).includes(to)) return OTHER_KIND
  const may = rolesToGive(asking.actor, from).filter((role) => !isAbroad(asking) || role === 'ROLE_TENANT_ADMIN')
  return !may.includes(to) && MAY_NOT
}

/** Of oneself one may change the names only. */
const ownFaults = (changed: Changed): Faults => ({
  emailAddress: 'emailAddress' in changed && say('Change it in your settings: it asks for your password'),
  adminRole: 'adminRole' in changed && THEIRS,
  allowedCountries: 'allowedCountries' in changed && THEIRS,
  userCompanyName: 'userCompanyName' in changed && THEIRS,
  userCompanyCountry: 'userCompanyCountry' in changed && THEIRS,
  isPartner: 'isPartner' in changed && THEIRS,
  reviewsSearchEnabled: 'reviewsSearchEnabled' in changed && say('Change it where your reviews are set up'),
})

const othersFaults = (user: User, after: Form, changed: Changed, asking: RequestContext, isMain: boolean): Faults => ({
  reviewsSearchEnabled:
    'reviewsSearchEnabled' in changed && after.reviewsSearchEnabled && !hasReviews(after.adminRole) && NO_REVIEWS,
  adminRole: 'adminRole' in changed && roleFault(user.role, after.adminRole, asking),
  emailAddress: 'emailAddress' in changed && user.passwordHash !== null && say('Only they can change it, in their settings'),
  allowedCountries: ('adminRole' in changed || 'allowedCountries' in changed) && lacksCountries(after),
  ...ofMainAccount(after, isMain, changed),
})

/** Whether the user's page can be found: a role without reviews ends that; a new request for it is kept, so that it is rejected. */
const isFound = (before: Form, { adminRole, reviewsSearchEnabled }: Form) =>
  reviewsSearchEnabled && (hasReviews(adminRole) || !before.reviewsSearchEnabled)

/** The form after a change, and the changes by field; throws a Refusal by field. Ignores fields that the form sends back unchanged. */
export const changedForm = (user: User, given: Given, asking: RequestContext, isMain: boolean) => {
  const before = formOf(user)
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Form>
  const merged = { ...before, ...named }
  const after: Form = {
    ...merged,
    allowedCountries: countriesOf(merged.adminRole, merged.allowedCountries),
    reviewsSearchEnabled: isFound(before, merged),
  }
  const changes = changesOf(before, after)
  const isSelf = user.uniqueId === asking.actor.uniqueId
  refuse(isSelf ? ownFaults(changes) : othersFaults(user, after, changes, asking, isMain))
  return { after, changes }
}
