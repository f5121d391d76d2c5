import { forRoles, type Roles } from '../roles.ts'

/** For which roles the walls are written, and for which kind of server. */
export interface WallsOf {
  roles: Roles
  /** A Citus cluster, or one PostgreSQL that is laid out like one. */
  sharded?: boolean
}

/** How SQL names the tenant of a scope, in quotes or in quotes of quotes. */
const askedTenant = /\(?current_setting\('{1,2}app\.tenant_id'{1,2}(::text)?\)\)?::uuid/g

/**
 * The walls' SQL, as it is written for one PostgreSQL and a database named `tradewind`, for these. A cluster finds the one shard by the tenant in a
 * wall, if that is a constant when it plans: it is asked for by a function that says of itself to be IMMUTABLE (docs/decisions/046).
 */
export const forWalls = (text: string, { roles, sharded }: WallsOf) => {
  const written = forRoles(text, roles)
  return sharded ? written.replaceAll(askedTenant, 'asked_tenant()').replaceAll('/*sharded*/ false', 'true') : written
}
