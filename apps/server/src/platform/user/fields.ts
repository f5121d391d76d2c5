import { say, type Sentence } from '@tradewind/contract/kit/say'
import { assignableRoles, rolesForNewUser } from '@tradewind/contract/platform/policies'
import { isMember, MEMBERS, REVIEWED_ROLES, type Role } from '@tradewind/contract/roles'
import { invalid } from '#kit/errors'
import type { RequestContext } from '#kit/http/context'
import { changesOf } from '#kit/record/audit'
import { isInOtherTenant, type User } from './user.queries.ts'

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
export type FormInput = { [Field in keyof Form]?: Form[Field] | null | undefined }
type Faults = Partial<Record<keyof Form, Sentence | '' | false | null | undefined>>

const MAY_NOT = say('You cannot assign this role')
const MAIN_ACCOUNT_ONLY = say('Only users of the main account can have it')
const OTHER_KIND = say('Staff and members are different accounts: please create a new user')
const NO_REVIEWS = say('This role has no reviews')
const NOT_FOR_ONESELF = say('You cannot change this for yourself')

const throwFaults = (faults: Faults) => {
  const found = Object.entries(faults).filter((fault): fault is [string, Sentence] => Boolean(fault[1]))
  if (found.length > 0) throw invalid(Object.fromEntries(found))
}

const countriesOf = (role: Role, countries: readonly string[] | null | undefined) =>
  role === 'ROLE_LEVEL3' ? (countries ?? []).toSorted() : []
const lacksCountries = ({ adminRole, allowedCountries }: Form) =>
  adminRole === 'ROLE_LEVEL3' && allowedCountries.length === 0 && say('Choose at least one country')

type Changed = Readonly<Record<string, unknown>>
const mainAccountFaults = ({ userCompanyName, userCompanyCountry, isPartner }: Form, isMain: boolean, changed: Changed): Faults =>
  isMain
    ? {}
    : {
        userCompanyName: 'userCompanyName' in changed && userCompanyName && MAIN_ACCOUNT_ONLY,
        userCompanyCountry: 'userCompanyCountry' in changed && userCompanyCountry && MAIN_ACCOUNT_ONLY,
        isPartner: 'isPartner' in changed && isPartner && MAIN_ACCOUNT_ONLY,
      }

/** Whether this role has reviews of its own. Without them its page cannot be made findable. */
const hasReviews = (role: Role) => (REVIEWED_ROLES as readonly Role[]).includes(role)

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
export const parseNewForm = (input: FormInput & Required, context: RequestContext, isMain: boolean): Form => {
  const { adminRole, middleName = null, userCompanyName = null, userCompanyCountry = null } = input
  const allowedCountries = countriesOf(adminRole, input.allowedCountries)
  const switches = {
    isPartner: input.isPartner ?? false,
    reviewsSearchEnabled: (input.reviewsSearchEnabled ?? false) && hasReviews(adminRole),
  }
  const form = { ...input, adminRole, middleName, userCompanyName, userCompanyCountry, allowedCountries, ...switches }
  throwFaults({
    adminRole:
      !rolesForNewUser(context.actor, { isMain, isInOtherTenant: isInOtherTenant(context) }).includes(adminRole) && MAY_NOT,
    allowedCountries: lacksCountries(form),
    ...mainAccountFaults(form, isMain, form),
  })
  return form
}

const roleFault = (from: Role, to: Role, context: RequestContext) => {
  if (isMember({ roles: [from] }) !== (MEMBERS as readonly Role[]).includes(to)) return OTHER_KIND
  const allowed = assignableRoles(context.actor, from).filter((role) => !isInOtherTenant(context) || role === 'ROLE_TENANT_ADMIN')
  return !allowed.includes(to) && MAY_NOT
}

/** Of oneself one may change the names only. */
const ownFaults = (changed: Changed): Faults => ({
  emailAddress: 'emailAddress' in changed && say('Change it in your settings: it asks for your password'),
  adminRole: 'adminRole' in changed && NOT_FOR_ONESELF,
  allowedCountries: 'allowedCountries' in changed && NOT_FOR_ONESELF,
  userCompanyName: 'userCompanyName' in changed && NOT_FOR_ONESELF,
  userCompanyCountry: 'userCompanyCountry' in changed && NOT_FOR_ONESELF,
  isPartner: 'isPartner' in changed && NOT_FOR_ONESELF,
  reviewsSearchEnabled: 'reviewsSearchEnabled' in changed && say('Change it where your reviews are set up'),
})

const othersFaults = (user: User, after: Form, changed: Changed, context: RequestContext, isMain: boolean): Faults => ({
  reviewsSearchEnabled:
    'reviewsSearchEnabled' in changed && after.reviewsSearchEnabled && !hasReviews(after.adminRole) && NO_REVIEWS,
  adminRole: 'adminRole' in changed && roleFault(user.role, after.adminRole, context),
  emailAddress: 'emailAddress' in changed && user.passwordHash !== null && say('Only they can change it, in their settings'),
  allowedCountries: ('adminRole' in changed || 'allowedCountries' in changed) && lacksCountries(after),
  ...mainAccountFaults(after, isMain, changed),
})

/** Whether the user's page can be found: a role without reviews ends that; a new request for it is kept, so that it is rejected. */
const isFindable = (before: Form, { adminRole, reviewsSearchEnabled }: Form) =>
  reviewsSearchEnabled && (hasReviews(adminRole) || !before.reviewsSearchEnabled)

/** The form after a change, and the changes by field; throws a Refusal by field. Ignores fields that the form sends back unchanged. */
export const applyForm = (user: User, input: FormInput, context: RequestContext, isMain: boolean) => {
  const before = formOf(user)
  const definedFields = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<Form>
  const merged = { ...before, ...definedFields }
  const after: Form = {
    ...merged,
    allowedCountries: countriesOf(merged.adminRole, merged.allowedCountries),
    reviewsSearchEnabled: isFindable(before, merged),
  }
  const changes = changesOf(before, after)
  const isSelf = user.uniqueId === context.actor.uniqueId
  throwFaults(isSelf ? ownFaults(changes) : othersFaults(user, after, changes, context, isMain))
  return { after, changes }
}
