import { z } from 'zod'
import { byId, endpoint, id, instant, listQuery } from '../kit/endpoint.ts'
import { atMost, text } from '../kit/fields.ts'
import { permissionPolicy, userPermissionPolicy } from './policies.ts'

/** Who permissions can be assigned to. */
export const assignees = ['ADMIN'] as const

/** A permission of the catalogue. The code checks its `key`; `value` is its name for people. */
export const Permission = z.object({
  uniqueId: id,
  dateCreated: instant,
  updatedAt: instant,
  key: z.string(),
  value: z.string(),
  assignee: z.enum(assignees),
})
export type Permission = z.output<typeof Permission>

const key = text('Key', 60).regex(/^[A-Z][A-Z\d_]*$/, 'Capital letters, digits and underscores, starting with a letter')
const value = text('Name')

export const permissionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/permission/',
    access: permissionPolicy.see,
    summary: 'Lists all permissions.',
    input: listQuery(['key'], { assignee: z.enum(assignees, 'There is no such assignee').optional() }).omit({ q: true }),
    reply: z.array(Permission),
    replyType: 'list',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/permission/:uniqueId',
    access: permissionPolicy.see,
    summary: 'Returns one permission.',
    input: byId,
    reply: Permission,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/permission/',
    access: permissionPolicy.create,
    summary: 'Creates a permission. A permission that the product does not know grants nothing.',
    input: z.strictObject({ key, value, assignee: z.enum(assignees).default('ADMIN') }),
    reply: Permission,
    replyType: 'created',
    message: 'The permission was created.',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/permission/',
    access: permissionPolicy.update,
    summary: 'Renames a permission. The key of a permission in use cannot be changed.',
    input: z.strictObject({
      uniqueId: id,
      key: key.optional(),
      value: value.optional(),
      assignee: z.unknown().optional(),
      dateCreated: z.unknown().optional(),
      updatedAt: instant.optional(),
    }),
    reply: Permission,
    message: 'The permission was saved.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/permission/:uniqueId',
    access: permissionPolicy.remove,
    summary: 'Deletes a permission that no user has.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
}

export const UserPermission = z.object({
  uniqueId: id,
  permissionUID: id,
  /** Its date is that of the grant. */
  permissionDTO: z.object({ key: z.string(), value: z.string(), dateCreated: instant }),
})
export type UserPermission = z.output<typeof UserPermission>

export const userPermissionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/userPermission/',
    access: userPermissionPolicy.see,
    acrossTenants: true,
    summary: 'Lists the permissions of a user.',
    input: listQuery(['key'], { userUID: id }).omit({ q: true }),
    reply: z.array(UserPermission),
    replyType: 'list',
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/userPermission/',
    access: userPermissionPolicy.assign,
    acrossTenants: true,
    summary: 'Assigns the given permissions to a user: all of them or none. Permissions that the user already has are kept.',
    input: z.strictObject({
      userUID: id,
      permissionStateList: atMost(z.array(id).min(1, 'Choose a permission'), 100),
    }),
    reply: z.array(UserPermission),
    message: 'The permissions were saved.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/userPermission/:uniqueId',
    access: userPermissionPolicy.remove,
    acrossTenants: true,
    summary: 'Removes a permission from a user.',
    input: byId,
    reply: byId,
    message: 'Deleted Successfully!',
  }),
}
