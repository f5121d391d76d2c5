import { z } from 'zod'
import { byId, emptyInput, emptyReply, endpoint, id, instant, listQuery, upload } from '../kit/endpoint.ts'
import { countryOut, emailAddress, findTimeZone, nameText, optionalName, required, visitorFields } from '../kit/fields.ts'
import { language } from '../kit/language.ts'
import { say, Sentence } from '../kit/say.ts'
import { roles } from '../roles.ts'
import { featureSwitches } from './settingCatalogue.ts'

export const themes = ['auto', 'light', 'dark'] as const

/** The reply to a login. `tenant` is the tenant's uniqueId, for the x-tenant header. */
export const Login = z.object({
  accessToken: z.string(),
  roleList: z.array(z.enum(roles)),
  fullName: z.string(),
  permissionList: z.array(z.string()),
  userId: id,
  tenant: id,
})

/** The signed-in user, as the browser needs it. */
export const Account = z.object({
  userId: id,
  tenant: id,
  /** The partition whose records the account works with. */
  worldId: id,
  fullName: z.string(),
  emailAddress: z.string(),
  roleList: z.array(z.enum(roles)),
  permissionList: z.array(z.string()),
  allowedCountries: z.array(countryOut),
  tenantName: z.string(),
  isMainTenant: z.boolean(),
  brandLogoUID: id.nullable(),
  userCompanyName: z.string().nullable(),
  userCompanyCountry: countryOut.nullable(),
  /** The person's own choice. Null: the browser's preference. */
  language: language.nullable(),
  timeZone: z.string().nullable(),
  theme: z.enum(themes),
  /** The tenant's language and time zone, used where the person has chosen none; an empty zone means the browser's. */
  tenantLanguage: language,
  tenantTimeZone: z.string(),
  /** The parts of the product that are switched off for the tenant. */
  switchedOff: z.array(z.enum(featureSwitches)),
})
export type Account = z.output<typeof Account>

export const Session = z.object({
  uniqueId: id,
  dateCreated: instant,
  lastSeen: instant,
  /** The browser's own name, shortened. */
  device: z.string(),
  current: z.boolean(),
})
export type Session = z.output<typeof Session>

const secret = (label: string) =>
  z
    .string(required(label))
    .min(1, required(label))
    .max(1024, say('{what} is too long', { what: new Sentence(label) }))

/** Limits are checked before anything is hashed; the server checks the other password rules. */
const newPassword = {
  password: z.string('Password is required').min(1, 'Password is required'),
  confirmPassword: z.string('Password confirmation is required').min(1, 'Password confirmation is required'),
}

/** A missing field counts as empty, and is rejected like an empty one: 'All fields are required!' */
const requiredField = z.string('All fields are required!')

export const identityApi = {
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    summary: 'Signs in with an email address and a password. Returns an access token.',
    input: z.strictObject({ username: secret('Email address'), password: secret('Password') }),
    reply: Login,
    returnsSecret: true,
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/auth/account',
    access: 'signedIn',
    summary: 'Returns the signed-in user.',
    input: emptyInput,
    reply: Account,
  }),
  saveChoices: endpoint({
    method: 'PATCH',
    path: '/api/auth/account',
    access: 'signedIn',
    summary:
      'Updates the language, time zone and theme of the signed-in user. Null for the language or time zone means the ' +
      'preference of the browser.',
    input: z.strictObject({
      language: language.nullish(),
      timeZone: z.string().max(64, 'This is not a time zone').refine(findTimeZone, 'This is not a time zone').nullish(),
      theme: z.enum(themes, 'Choose auto, light or dark').optional(),
    }),
    reply: Account,
    message: 'Your choice was saved.',
  }),
  changeAddress: endpoint({
    method: 'POST',
    path: '/api/auth/address',
    access: 'signedIn',
    summary:
      'Mails a confirmation link to a new email address. Once the address is confirmed, the user signs in with it. Requires ' +
      'the current password.',
    input: z.strictObject({ emailAddress: emailAddress(), currentPassword: secret('Current password') }),
    reply: emptyReply,
    message: 'We have sent an email with a link to the new address. Until you confirm it, the old one stays in use.',
  }),
  confirmAddress: endpoint({
    method: 'POST',
    path: '/api/auth/address/confirm',
    access: 'anyone',
    summary: 'Confirms a new email address with the token of the mailed link. The token can be used once.',
    input: z.strictObject({ token: requiredField.max(200).default('') }),
    reply: emptyReply,
    message: 'Your address is confirmed. Sign in with it from now on.',
  }),
  undoAddress: endpoint({
    method: 'POST',
    path: '/api/auth/address/undo',
    access: 'anyone',
    summary:
      'Undoes a requested or confirmed change of address, with the token of the link that was mailed to the previous address. ' +
      'The token is valid for seven days. Ends all sessions, invalidates the password, and returns a token for setting a new ' +
      'one.',
    input: z.strictObject({ token: requiredField.max(200).default('') }),
    reply: z.object({ token: z.string() }),
    returnsSecret: true,
    message: 'This is the address of your account again.',
  }),
  deviceKey: endpoint({
    method: 'GET',
    path: '/api/auth/deviceKey',
    access: 'signedIn',
    summary:
      'Returns the key with which this account encrypts the data that it keeps on one device. The key is always the same for ' +
      'the same account and device, and is of no use to anybody else. It has 256 bits, encoded as base64url.',
    /** Not a record id: the browser's name for the device. */
    input: z.strictObject({ device: z.string().regex(/^[\w-]{16,64}$/) }),
    reply: z.object({ key: z.string() }),
    returnsSecret: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'signedIn',
    summary: 'Ends the current session.',
    input: emptyInput,
    reply: emptyReply,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/password/change',
    access: 'signedIn',
    summary: 'Changes the password of the signed-in user and ends all other sessions.',
    input: z.strictObject({ currentPassword: secret('Current password'), ...newPassword }),
    reply: emptyReply,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    access: 'anyone',
    summary:
      'Mails a link for setting a new password if the address belongs to an account. The response is the same if it does not.',
    input: z.strictObject({ email: emailAddress() }),
    reply: emptyReply,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    access: 'anyone',
    summary:
      'Sets a password with the token of a mailed link and ends all sessions. The token can be used once. A user who sets the ' +
      'first password of an account is signed in.',
    input: z.strictObject({
      token: requiredField.max(200).default(''),
      password: requiredField.default(''),
      confirmPassword: requiredField.default(''),
    }),
    reply: z.object({ signedIn: Login.optional() }),
    returnsSecret: true,
  }),
  passwordLink: endpoint({
    method: 'GET',
    path: '/api/auth/reset-password/:token',
    access: 'anyone',
    summary:
      'Returns whether the token of a mailed link sets the first password of an account. Changes nothing. The response is the ' +
      'same for every other token.',
    input: z.strictObject({ token: z.string().max(200) }),
    reply: z.object({ isFirst: z.boolean() }),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'signedIn',
    summary: 'Lists the sessions of the signed-in user, latest first.',
    input: listQuery(['lastSeen'], {}).omit({ q: true }),
    reply: z.array(Session),
    replyType: 'list',
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/auth/sessions/endOthers',
    access: 'signedIn',
    summary: 'Ends all sessions of the signed-in user except the current one.',
    input: emptyInput,
    reply: z.object({ count: z.number() }),
    message: 'Every other session has ended.',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:uniqueId',
    access: 'signedIn',
    summary: 'Ends one session of the signed-in user.',
    input: byId,
    reply: byId,
  }),
}

const NO_COMPANY = 'Company Name is required!'

/** A free account for anyone who requests one. It becomes active once its address is verified: the mailed link leads to choosing a password. */
export const signUpApi = {
  create: endpoint({
    method: 'POST',
    path: '/api/admin/signup',
    access: 'anyone',
    summary:
      'Creates a free account, whatever role the request contains, and mails a link that verifies the address. If the address ' +
      'already has an account, the response is the same and its owner gets an email.',
    input: z.strictObject({
      firstName: nameText('First name'),
      middleName: optionalName('Middle name'),
      lastName: nameText('Last name'),
      emailAddress: emailAddress(),
      userCompanyName: z.string(NO_COMPANY).trim().min(1, NO_COMPANY).pipe(nameText('Company name')),
      file: upload.optional(),
      /** The page of ours that the user was going to; the mailed link leads on to it. */
      next: z
        .string()
        .max(300)
        .regex(/^\/(?!\/)[\w\-/.?=&%+]*$/, 'This is not a page of this site')
        .optional(),
      /** Known to be sent, and ignored. */
      adminRole: z.unknown().optional(),
      reviewsSearchEnabled: z.unknown().optional(),
      ...visitorFields,
    }),
    reply: emptyReply,
    bodyLimit: 32 * 1024,
    message: 'Your free account has been created successfully! Please check your email for further instructions!',
  }),
}
