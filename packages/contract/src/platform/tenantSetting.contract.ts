import { z } from 'zod'
import { endpoint, listQuery, upload } from '../kit/endpoint.ts'
import { say } from '../kit/say.ts'
import { tenantConfigurationPolicy, tenantSettingPolicy } from './policies.ts'

const dataTypes = ['BOOLEAN', 'NUMBER', 'TEXT', 'EMAIL', 'LANGUAGE', 'TIME_ZONE', 'IMAGE'] as const

/** One setting's value: a boolean for a toggle, else text. `isStandard`: nobody has changed it. */
export const TenantSetting = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  dataType: z.enum(dataTypes),
  value: z.union([z.boolean(), z.string()]),
  isStandard: z.boolean(),
})
export type TenantSetting = z.output<typeof TenantSetting>

const settingInput = z.strictObject({
  key: z.string('Say which').max(60),
  value: z.union(
    [z.boolean(), z.number(), z.string().max(2000, say('At most {count} characters', { count: 2000 })), z.null()],
    'Say what',
  ),
  /** The value that the change is based on: if it is another one by now, the change is rejected. */
  from: z.union([z.boolean(), z.string().max(2000)]).optional(),
})

/** In the order of the catalogue unless another one is requested. */
const settingQuery = listQuery(['key'], {}).omit({ q: true })

export const tenantSettingApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tenantSetting/',
    access: tenantSettingPolicy.see,
    summary: 'Lists the settings of the tenant that its admins manage.',
    input: settingQuery,
    reply: z.array(TenantSetting),
    replyType: 'list',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/tenantSetting/',
    access: tenantSettingPolicy.update,
    summary: 'Updates one setting of the tenant, immediately on every node. Null resets it to the default.',
    input: settingInput,
    reply: TenantSetting,
    message: 'The setting was saved.',
  }),
}

export const tenantConfigurationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tenantConfiguration/',
    access: tenantConfigurationPolicy.see,
    acrossTenants: true,
    summary: 'Lists the settings that the super admin manages, for the tenant that the x-tenant header names.',
    input: settingQuery,
    reply: z.array(TenantSetting),
    replyType: 'list',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/tenantConfiguration/',
    access: tenantConfigurationPolicy.update,
    acrossTenants: true,
    summary: 'Updates one setting of the tenant that the x-tenant header names. Null resets it to the default.',
    input: settingInput,
    reply: TenantSetting,
    message: 'The configuration was saved.',
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/tenantConfiguration/logo',
    access: tenantConfigurationPolicy.update,
    acrossTenants: true,
    summary: 'Uploads an image as the logo of the tenant that the x-tenant header names. The image is decoded and re-encoded.',
    input: z.strictObject({ file: upload }),
    reply: TenantSetting,
    message: 'The configuration was saved.',
  }),
}
