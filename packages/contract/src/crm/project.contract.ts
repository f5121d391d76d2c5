import { z } from 'zod'
import { customIn, customOut, sortQuery } from '../kit/custom/custom.values.ts'
import { crud, endpoint, id, listQuery, searchTerm } from '../kit/endpoint.ts'
import { sortsOf } from '../kit/entityFields.ts'
import { filtersOf, inputSchema, recordSchema, whereOf } from '../kit/entitySchemas.ts'
import { exportCalls } from '../kit/export.ts'
import { countryOut, reference } from '../kit/fields.ts'
import { history } from '../kit/history.ts'
import { phrase } from '../kit/phrase.ts'
import { say } from '../kit/say.ts'
import { historyOf } from '../platform/policies.ts'
import { CompanyNamed } from './contact.contract.ts'
import { projectCompanyPolicy, projectPolicy } from './policies.ts'
import { levels, projectCompanyFields, projectFields } from './project.fields.ts'
import { ProjectRef, UserRef } from './summary.contract.ts'

const Project = recordSchema(projectFields).extend({
  sharedWith: z.array(UserRef),
  companies: z.number(),
  createdByName: z.string().nullable(),
})
export type Project = z.output<typeof Project>

/** Only projects to which the actor may add companies. */
const attachableOnly = z.literal('true', phrase('This must be true')).optional()

const projectSorts = sortsOf(projectFields)
const exportFilters = { ...filtersOf(projectFields), ...whereOf(projectFields), sharedWithName: searchTerm }

export const projectApi = {
  ...crud('/api/project', {
    name: 'project',
    record: Project,
    input: inputSchema(projectFields),
    policy: projectPolicy,
    sorts: projectSorts,
    filters: { ...exportFilters, attachable: attachableOnly },
  }),
  ...history('/api/project', 'project', historyOf(projectPolicy)),
  ...exportCalls('/api/project', 'projects', { access: projectPolicy.export, sorts: projectSorts, filters: exportFilters }),
}

const level = ({ prompt }: Pick<typeof projectCompanyFields.potential, 'prompt'>) =>
  z
    .union([z.literal('').transform(() => null), z.enum(levels, prompt)])
    .nullish()
    .transform((value) => value ?? null)

/** The form sends whole objects: references are ids, or objects with their `uniqueId`. */
const ProjectCompanyInput = inputSchema(projectCompanyFields).extend({
  custom: customIn,
  project: reference(projectCompanyFields.project.prompt),
  company: reference(projectCompanyFields.company.prompt),
  potential: level(projectCompanyFields.potential),
  interest: level(projectCompanyFields.interest),
  priority: level(projectCompanyFields.priority),
  mainContact: z
    .union(
      [z.literal('').transform(() => null), reference(projectCompanyFields.mainContact.prompt)],
      projectCompanyFields.mainContact.prompt,
    )
    .nullish(),
})

const ProjectCompany = recordSchema(projectCompanyFields).extend({
  custom: customOut,
  project: ProjectRef,
  companyUID: id,
  company: z.object({ uniqueId: id, legalName: z.string(), country: countryOut, website: z.string() }),
  /** With the contact's current company. Left out where the actor may not see the contact. */
  mainContact: z.object({ uniqueId: id, fullName: z.string(), company: CompanyNamed }).nullable().optional(),
  /** The users with whom its project is shared. */
  sharedWith: z.array(id),
  /** The user who created its project. */
  projectCreatedBy: id.nullable(),
})
export type ProjectCompany = z.output<typeof ProjectCompany>
/** A company in a project, as the project lists it. */
export type ProjectCompanyCard = ProjectCompany & { counts?: z.output<typeof Counts> | undefined }

const sorts = sortsOf(projectCompanyFields)

/** A level, or `none` for companies without one. */
const levelFilter = z.enum([...levels, 'none'], say('Choose HIGH, MEDIUM, LOW or none')).optional()

/** Further counts on a company's card: each is left out where the actor may not see such records. */
const Counts = z.object({ contacts: z.number(), reports: z.number(), openTasks: z.number() }).partial()

const filters = {
  ...filtersOf(projectCompanyFields),
  ...whereOf(projectCompanyFields, 'custom'),
  projectName: searchTerm,
  sharedWithName: searchTerm,
}

const calls = crud('/api/projectCompany', {
  name: 'company of the project',
  record: ProjectCompany,
  input: ProjectCompanyInput,
  policy: projectCompanyPolicy,
  ignored: ['companyUID'],
  sorts,
  filters: { ...filters, companyUID: id.optional(), contactId: id.optional() },
})

const exports = exportCalls('/api/projectCompany', 'companies in projects', {
  access: projectCompanyPolicy.export,
  sorts,
  filters: { ...filters, projectId: id.optional() },
})

const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** A whole form names its company twice. `companyUID` is used where `company` is missing. */
const fillCompany = (input: unknown) => {
  const { company, companyUID, ...rest } = input as Record<string, unknown>
  return {
    ...rest,
    ...(isBlank(company) && !isBlank(companyUID) ? { company: companyUID } : company !== undefined && { company }),
  }
}
const acceptCompanyUID = <S extends z.ZodType>(input: S) =>
  z.preprocess(fillCompany, input) as unknown as z.ZodType<z.output<S>, z.input<S>>

export const projectCompanyApi = {
  ...calls,
  list: { ...calls.list, input: calls.list.input.extend(sortQuery(sorts)) },
  create: endpoint({
    ...calls.create,
    input: acceptCompanyUID(calls.create.input),
    message: 'The company was added to the project.',
  }),
  update: endpoint({
    ...calls.update,
    input: acceptCompanyUID(calls.update.input),
    message: 'The company’s details in the project were saved.',
  }),
  remove: endpoint({ ...calls.remove, message: 'The company was removed from the project.' }),
  ...history('/api/projectCompany', 'company of the project', historyOf(projectCompanyPolicy)),
  ...exports,
  export: endpoint({ ...exports.export, input: exports.export.input.extend(sortQuery(sorts)) }),
  ofProject: endpoint({
    method: 'GET',
    path: '/api/projectCompany/project/:projectId',
    access: projectCompanyPolicy.see,
    summary:
      'Lists the companies of one project. With `counts=true`, each has the number of its contacts, reports and open tasks.',
    input: listQuery(sorts, {
      projectId: id,
      ...whereOf(projectCompanyFields, 'custom'),
      company: searchTerm,
      priority: levelFilter,
      potential: levelFilter,
      interest: levelFilter,
      counts: z.literal('true', say('Leave it out, or set it to true')).optional(),
    }).extend(sortQuery(sorts)),
    reply: z.array(ProjectCompany.extend({ counts: Counts.optional() })),
    replyType: 'list',
  }),
}
