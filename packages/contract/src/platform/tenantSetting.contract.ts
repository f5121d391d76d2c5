import { z } from 'zod'
import { endpoint, listQuery, upload } from '../kit/endpoint.ts'
import { say } from '../kit/say.ts'
import { tenantConfigurationPolicy, tenantSettingPolicy } from './policies.ts'

const dataTypes = ['BOOLEAN', 'NUMBER', 'TEXT', 'EMAIL', 'LANGUAGE', 'TIME_ZONE', 'IMAGE'] as const

/** One setting's value: a boolean for a toggle, else text. `isStandard`: nobody has changed it. */
export const Decision = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  dataType: z.enum(dataTypes),
  value: z.union([z.boolean(), z.string()]),
  isStandard: z.boolean(),
})
export type Decision = z.output<typeof Decision>

const decisionInput = z.strictObject({
  key: z.string('Say which').max(60),
  value: z.union(
    [z.boolean(), z.number(), z.string().max(2000, say('At most {count} characters', { count: 2000 })), z.null()],
    'Say what',
  ),
})

/** In the order of the catalogue unless another one is requested. */
const decisionQuery = listQuery(['key'], {}).omit({ q: true })

export const tenantSettingApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tenantSetting/',
    who: tenantSettingPolicy.see,
    about: 'What is decided for the tenant by its admins.',
    input: decisionQuery,
    reply: z.array(Decision),
    answers: 'list',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/tenantSetting/',
    who: tenantSettingPolicy.update,
    about: 'Decides one thing for the tenant, at once on every node. Null goes back to the standard.',
    input: decisionInput,
    reply: Decision,
    says: 'The setting was saved.',
  }),
}

export const tenantConfigurationApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tenantConfiguration/',
    who: tenantConfigurationPolicy.see,
    across: true,
    about: 'What is decided for the tenant that x-tenant names by the super admin.',
    input: decisionQuery,
    reply: z.array(Decision),
    answers: 'list',
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/tenantConfiguration/',
    who: tenantConfigurationPolicy.update,
    across: true,
    about: 'Decides one thing for the tenant that x-tenant names. Null goes back to the standard.',
    input: decisionInput,
    reply: Decision,
    says: 'The configuration was saved.',
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/api/tenantConfiguration/logo',
    who: tenantConfigurationPolicy.update,
    across: true,
    about: 'Takes a picture as the logo of the tenant that x-tenant names, decoded and made again.',
    input: z.strictObject({ file: upload }),
    reply: Decision,
    says: 'The configuration was saved.',
  }),
}
