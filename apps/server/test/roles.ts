import { rolesOf } from '#kit/database/roles'

/** The roles of the template, which its copies share. */
export const roles = rolesOf('tradewind')
