import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Failure } from '#kit/api/failure'
import { useRecord } from '#kit/api/records'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { FormButtons } from '#ui/dialog/ButtonRow'
import { Dialog } from '#ui/dialog/Dialog'
import { useCustomFacts } from '#ui/entity/useCustom'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { useFieldSave } from '#ui/entity/useFieldSave'
import { DateInput } from '#ui/form/DateInput'
import { type FieldProps, RecordForm } from '#ui/form/FormPage'
import { ErrorSummary } from '#ui/form/notices'
import { RecordSelect, SearchSelect } from '#ui/form/SearchSelect'
import { conflictingRecord } from '#ui/form/useRecordForm'
import { QueryContent } from '#ui/page/states'
import { Facts } from '#ui/record/DetailPage'
import { websiteLink } from '#ui/values/links'
import { LevelBadge, LevelSelect } from './LevelBadge.tsx'
import { maySeeCompany, type ProjectCompanyAction, useProjectCompanyLayer } from './ProjectCompanyMenu.tsx'

/** The values of the form: related records by id, and by name where it is known. */
export const empty = {
  company: null as { uniqueId: string; legalName?: string } | null,
  potential: null as ProjectCompany['potential'],
  interest: null as ProjectCompany['interest'],
  priority: null as ProjectCompany['priority'],
  lastContact: '',
  nextContact: '',
  mainContact: null as { uniqueId: string; fullName: string } | null,
}
type ProjectCompanyValues = typeof empty

/** The fields as the call expects them: related records by id. A new one names its project. */
export const inputOf = ({ company, mainContact, ...fields }: Partial<ProjectCompanyValues>, projectId: string | undefined) => ({
  ...fields,
  ...(company !== undefined && { company: company?.uniqueId ?? '' }),
  ...(mainContact !== undefined && { mainContact: mainContact?.uniqueId ?? null }),
  ...(projectId && { project: projectId }),
})

const titles: Record<ProjectCompanyAction, string> = {
  attach: phrase('Attach Company Details'),
  details: phrase('Company Details'),
  edit: phrase('Edit Company Details for Project'),
  priority: phrase('Edit Priority'),
}

/** Shows the dialog that the address names. The last one stays rendered while the dialog closes. */
export const ProjectCompanyDialog = ({ project }: { project: Project }) => {
  const t = useText()
  const { doing, uniqueId, close } = useProjectCompanyLayer()
  const [rendered, setRendered] = useState({ doing, uniqueId })
  if (doing && (doing !== rendered.doing || uniqueId !== rendered.uniqueId)) setRendered({ doing, uniqueId })
  return (
    <Dialog opened={doing !== undefined} onClose={close} title={rendered.doing && t(titles[rendered.doing])} size="lg">
      {rendered.doing && (
        <Body
          key={`${rendered.doing}.${rendered.uniqueId}`}
          action={rendered.doing}
          uniqueId={rendered.uniqueId}
          project={project}
          onDone={close}
        />
      )}
    </Dialog>
  )
}

interface BodyProps {
  action: ProjectCompanyAction
  uniqueId: string
  project: Project
  onDone: () => void
}

const Body = (props: BodyProps) =>
  props.action === 'attach' ? <ProjectCompanyForm {...props} projectCompany={undefined} /> : <OfProjectCompany {...props} />

const OfProjectCompany = ({ action, uniqueId, project, onDone }: BodyProps) => {
  const projectCompany = useRecord('projectCompany', uniqueId, { toChange: true })
  return (
    <QueryContent of={projectCompany} height={260}>
      {(current) => {
        if (action === 'details') return <ProjectCompanyFacts projectCompany={current} />
        if (action === 'priority') return <PriorityForm projectCompany={current} onDone={onDone} />
        return <ProjectCompanyForm project={project} projectCompany={current} onDone={onDone} />
      }}
    </QueryContent>
  )
}

/** A company, and its fields in the project. */
const ProjectCompanyFacts = ({ projectCompany }: { projectCompany: ProjectCompany }) => {
  const t = useText()
  // Left out for users who may not see it.
  const { facts } = useFields(projectCompany.mainContact === undefined ? withoutContact : projectCompanyFields)
  const custom = useCustomFacts('projectCompany', projectCompany)
  const country = ({ company }: ProjectCompany) => (company.country ? t(company.country) : null)
  return <Facts facts={[...facts(projectCompany, { ...renderers, country }), ...custom]} />
}

const { mainContact: _, ...withoutContact } = projectCompanyFields
const renderers = {
  company: (projectCompany: ProjectCompany) => <CompanyName projectCompany={projectCompany} />,
  website: ({ company }: ProjectCompany) => (company.website ? websiteLink(company.website) : null),
  potential: ({ potential }: ProjectCompany) => <LevelBadge field="potential" level={potential} />,
  interest: ({ interest }: ProjectCompany) => <LevelBadge field="interest" level={interest} />,
  priority: ({ priority }: ProjectCompany) => <LevelBadge field="priority" level={priority} />,
}

const CompanyName = ({ projectCompany }: { projectCompany: ProjectCompany }) => {
  const at = useArea()
  const { company } = projectCompany
  if (!maySeeCompany(useActor(), projectCompany)) return company.legalName
  return (
    <Anchor component={Link} to={at(`company/show/${company.uniqueId}`)} prefetch="intent" inherit fw={600}>
      {company.legalName}
    </Anchor>
  )
}

/** Changes only the priority. */
const PriorityForm = ({ projectCompany, onDone }: { projectCompany: ProjectCompany; onDone: () => void }) => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const [priority, setPriority] = useState(projectCompany.priority)
  const { save, isPending, failure } = usePriority(projectCompany, onDone)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(priority)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && <ErrorSummary failure={failure} labels={labels} />}
        <Text fw={600}>{projectCompany.company.legalName}</Text>
        <LevelSelect
          id="priority"
          name="priority"
          label={labels.priority}
          required={false}
          error={null}
          value={priority}
          onChange={(chosen) => setPriority(chosen as typeof priority)}
        />
        <FormButtons onCancel={onDone} loading={isPending}>
          {t('Save')}
        </FormButtons>
      </Stack>
    </form>
  )
}

const usePriority = (opened: ProjectCompany, onDone: () => void) => {
  const { labels } = useFields(projectCompanyFields)
  const { change } = useFieldSave('projectCompany')
  /** The record that the user knows of: once the dialog has said that somebody else changed the priority, the current one. */
  const [known, setKnown] = useState(opened)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isPending, setPending] = useState(false)
  const save = async (priority: ProjectCompany['priority']) => {
    setPending(true)
    const { legalName: name } = known.company
    const refused = await change({ record: known, field: 'priority', value: priority, name, label: labels.priority })
    setPending(false)
    setFailure(refused)
    if (!refused) return onDone()
    setKnown((conflictingRecord(refused) as ProjectCompany | null) ?? known)
  }
  return { save, isPending, failure }
}

interface ProjectCompanyFormProps {
  project: Project
  /** The one to change; without it a company is attached. */
  projectCompany: ProjectCompany | undefined
  onDone: () => void
}

/** Attaches a company to a project, or changes its fields there. */
const ProjectCompanyForm = ({ project, projectCompany, onDone }: ProjectCompanyFormProps) => {
  const { labels } = useFields(projectCompanyFields)
  const { show } = useFieldFormatter(projectCompanyFields)
  return (
    <RecordForm
      kind="projectCompany"
      record={projectCompany}
      parentPath={`project/show/${project.uniqueId}`}
      onDone={onDone}
      empty={empty}
      sent={(fields) => inputOf(fields, projectCompany ? undefined : project.uniqueId)}
      labels={labels}
      required={['company']}
      show={show}
    >
      {(field) => <ProjectCompanyFields field={field} />}
    </RecordForm>
  )
}

const ProjectCompanyFields = ({ field }: { field: (name: keyof typeof empty) => FieldProps }) => {
  const [company, mainContact] = [field('company'), field('mainContact')]
  const companyId = (company.value as typeof empty.company)?.uniqueId ?? null
  const choose = (uniqueId: string | null) => {
    if (uniqueId === companyId) return
    company.onChange(uniqueId && { uniqueId })
    mainContact.onChange(null)
  }
  return (
    <>
      <RecordSelect {...company} openOnFocus={false} kind="company" nameField="legalName" value={companyId} onChange={choose} />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <LevelSelect {...field('potential')} />
        <LevelSelect {...field('interest')} />
        <LevelSelect {...field('priority')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateInput {...field('lastContact')} />
        <DateInput {...field('nextContact')} />
      </SimpleGrid>
      <MainContactSelect {...mainContact} companyId={companyId} />
    </>
  )
}

interface MainContactSelectProps extends FieldProps {
  companyId: string | null
}

/** Selects one of the company's contacts. The current one is kept until another company is chosen. */
const MainContactSelect = ({ companyId, value, onChange, ...field }: MainContactSelectProps) => {
  const t = useText()
  const maySee = can(useActor(), contactPolicy.see)
  const contact = value as ProjectCompanyValues['mainContact']
  return (
    <SearchSelect
      key={companyId}
      {...field}
      route="GET /api/contact/fetchAllByCompany/:companyId"
      query={{ companyId: companyId ?? '', sort: 'lastName' }}
      enabled={companyId !== null && maySee}
      nameOf={({ fullName }) => fullName}
      value={contact?.uniqueId ?? null}
      selectedName={contact?.fullName}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, fullName: found.fullName })}
      description={companyId ? undefined : t('Choose the company first.')}
      disabled={!companyId}
      clearable
    />
  )
}
