import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFileText, IconPlus, IconTopologyStar3 } from '@tabler/icons-react'
import { companyPolicy, contactPolicy, projectCompanyPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields, projectFields } from '@tradewind/contract/crm/project.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { historyOf } from '@tradewind/contract/platform/policies'
import { isMember } from '@tradewind/contract/roles'
import { Suspense, useState } from 'react'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { projectCompaniesListing } from '#crm/record.feature'
import { RecordHead, useNewReport } from '#crm/RecordHead'
import { RecordParts } from '#crm/RecordParts'
import { Timeline } from '#crm/Timeline'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { ExportMenu } from '#ui/list/Rows'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { EmptyState } from '#ui/page/states'
import { DetailPage, Facts, Panel } from '#ui/record/DetailPage'
import { History } from '#ui/record/History'
import { useFormatCount } from '#ui/values/figures'
import { ListPart } from '#ui/view/ListPart'
import { maySeeCompany, ProjectCompanyMenu, useProjectCompanyLayer } from './ProjectCompanyMenu.tsx'
import { useProjectColumns } from './useProjectColumns.tsx'
import { namesIn, useProjectEditing } from './useProjectEditing.ts'

const Board = lazyWithRetry(async () => (await import('./Board.tsx')).Board)

/** The companies of a project, as a table or a board. View, page and order are in the address. */
const ProjectCompanies = ({ project }: { project: Project }) => {
  const t = useText()
  const figure = useFormatCount()
  const [view, setView] = useParam('view')
  const fields: FieldSpecs = can(useActor(), contactPolicy.see) ? listFields : listFieldsWithoutContact
  const views = [
    { value: '', label: t('Table') },
    { value: 'board', label: t('Board') },
  ]
  return (
    <Stack component="section" aria-labelledby="places" gap="sm">
      <Group justify="space-between">
        <Group gap="sm" align="center">
          <Title order={2} size="h4" id="places">
            {t('Companies')}
          </Title>
          <Text c="dimmed">{figure(project.companies)}</Text>
          {project.companies > 0 && (
            <SegmentedControl
              size="xs"
              aria-label={t('Shown as')}
              data={views}
              value={view === 'board' ? view : ''}
              onChange={setView}
            />
          )}
        </Group>
        {project.companies > 0 && <AddCompany to={project} />}
      </Group>
      {view === 'board' && project.companies > 0 ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <Board project={project} fields={fields} />
        </Suspense>
      ) : (
        <ProjectCompanyList project={project} fields={fields} />
      )}
    </Stack>
  )
}

/** Users who may attach a company must see companies to choose from. */
const AddCompany = ({ to: project }: { to: Project }) => {
  const t = useText()
  const actor = useActor()
  const { show } = useProjectCompanyLayer()
  const sharedWith = project.sharedWith.map(({ uniqueId }) => uniqueId)
  if (!can(actor, projectPolicy.attach, { ...project, sharedWith }) || !can(actor, companyPolicy.see)) return null
  return (
    <Button variant="default" onClick={() => show('attach')} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('Add Company to Project')}
    </Button>
  )
}

const companyNameOf = ({ company }: ProjectCompany) => company.legalName
const bulkActions = bulkActionsFor<ProjectCompany>({
  kind: 'projectCompany',
  policy: projectCompanyPolicy,
  nameOf: companyNameOf,
})

/** Without the project and its team, which all companies of a project share, and the company's website. */
const { project: _, team: __, website: ___, ...listFields } = projectCompanyFields
const { mainContact: ____, ...listFieldsWithoutContact } = listFields

const ProjectCompanyList = ({ project, fields }: { project: Project; fields: FieldSpecs }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const edit = useEditing({ kind: 'projectCompany', policy: projectCompanyPolicy, nameOf: companyNameOf })
  return (
    <ListPart
      kind="projectCompany"
      route="GET /api/projectCompany/project/:projectId"
      {...projectCompaniesListing(project.uniqueId)}
      columns={useProjectColumns()}
      fields={fields}
      edit={edit}
      label={t('Companies of {name}', { name: project.name })}
      linkOf={(projectCompany) =>
        maySeeCompany(actor, projectCompany) ? at(`company/show/${projectCompany.companyUID}`) : undefined
      }
      menuOf={menuOf}
      nameOf={companyNameOf}
      bulkActions={can(actor, projectCompanyPolicy.update) ? bulkActions : undefined}
      tools={can(actor, projectCompanyPolicy.export) ? exportOf : undefined}
      empty={<Nothing project={project} />}
      hasRecords={project.companies > 0}
    />
  )
}

const exportOf = ({ query }: { query: Record<string, string | string[]> }) => (
  <ExportMenu compact="default" kind="projectCompany" input={query} />
)
const menuOf = (projectCompany: ProjectCompany) => <ProjectCompanyMenu projectCompany={projectCompany} />

const Nothing = ({ project }: { project: Project }) => {
  const t = useText()
  return (
    <EmptyState
      icon={IconTopologyStar3}
      title={t('No companies in this project yet')}
      text={t('Add the companies that it is about, and say what comes next with each of them.')}
    >
      <AddCompany to={project} />
    </EmptyState>
  )
}

export const handle = { name: phrase('Project') }
export const clientLoader = guard({ rules: projectPolicy.see })

export default function ProjectShow() {
  const t = useText()
  const actor = useActor()
  const words = useFieldFormatter(projectFields)
  return (
    <DetailPage kind="project" policy={projectPolicy} listTitle={t('Projects')} nameOf={nameOf} actions={headOf}>
      {(project) => (
        <>
          <Panel>
            <ProjectFacts project={project} />
          </Panel>
          <ProjectCompanies project={project} />
          <Timeline kind="project" uniqueId={project.uniqueId} />
          <RecordParts kind="project" uniqueId={project.uniqueId} />
          {can(actor, historyOf(projectPolicy), project) && <History kind="project" uniqueId={project.uniqueId} {...words} />}
          <ProjectCompanyLayer project={project} />
        </>
      )}
    </DetailPage>
  )
}

const nameOf = ({ name }: Project) => name

const Head = ({ project }: { project: Project }) => {
  const t = useText()
  const at = useArea()
  const { uniqueId } = project
  const report = useNewReport({ kind: 'project', uniqueId })
  const summaries = { text: t('Summaries of the project'), icon: IconFileText, to: at(`projectSummaries/${uniqueId}`) }
  const next = report ? [report, summaries] : [summaries]
  return <RecordHead kind="project" policy={projectPolicy} record={project} name={nameOf(project)} next={next} />
}

const headOf = (project: Project) => <Head project={project} />

/** Members cannot share, so the facts about sharing are left out for them. */
const ProjectFacts = ({ project }: { project: Project }) => {
  const t = useText()
  const member = isMember(useActor())
  const { facts } = useFields(projectFields)
  const edit = useProjectEditing()
  const sharedWith = () => namesIn(project) || t('Nobody')
  const createdByName = () => project.createdByName ?? t('former user')
  return (
    <Facts
      facts={facts(project, { sharedWith, createdByName }, edit).filter(({ field }) => !(member && field === 'sharedWith'))}
    />
  )
}

const ProjectCompanyDialog = lazyWithRetry(async () => (await import('./ProjectCompanyDialog.tsx')).ProjectCompanyDialog)

/** The dialogs for the companies of a project, over its page. Loaded when the first one is opened. */
const ProjectCompanyLayer = ({ project }: { project: Project }) => {
  const { doing } = useProjectCompanyLayer()
  const [opened, setOpened] = useState(false)
  if (doing && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <ProjectCompanyDialog project={project} />
      </Suspense>
    )
  )
}
