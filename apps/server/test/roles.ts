import { rolesOf } from '#kit/database/roles'

/** The walls and the driver as in a cluster, on one PostgreSQL: npm run test:sharded. */
export const sharded = process.env['SHARDED_TESTS'] === 'yes'

/** The roles of the template, which its copies share. */
export const roles = rolesOf('tradewind')
