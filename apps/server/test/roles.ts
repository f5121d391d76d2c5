import { rolesOf } from '#kit/database/roles'

/** Whether row-level security and the driver are those of a cluster, on one PostgreSQL: npm run test:sharded. */
export const sharded = process.env['SHARDED_TESTS'] === 'yes'

/** The roles of the template, which its copies share. */
export const roles = rolesOf('tradewind')
