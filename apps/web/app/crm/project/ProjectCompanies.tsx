import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTopologyStar3 } from '@tabler/icons-react'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project/project.contract'
import { projectCompanyPolicy, projectPolicy } from '@tradewind/contract/crm/project/project.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense } from 'react'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useCustomColumns } from '#ui/custom/useCustom'
import { useEditing } from '#ui/entity/useEditing'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { useFigure } from '#ui/values/useFigure'
import { ListTools } from '#ui/view/ListTools'
import { useColumns } from '#ui/view/useColumns'
import { useListDisplay } from '#ui/view/useListView'
import { ProjectCompanyMenu } from './ProjectCompanyMenu.tsx'
import { useProjectColumns } from './useProjectColumns.tsx'
import { seesCompany, useProjectCompanyLayer } from './useProjectCompanyLayer.ts'

const Board = lazyWithRetry(async () => (await import('./board/Board.tsx')).Board)

/** The companies of a project, as a table or a board. Which of them, page and order live in the address. */
export const ProjectCompanies = ({ project }: { project: Project }) => {
  const t = useText()
  const figure = useFigure()
  const [view, setView] = useParam('view')
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
          <Board project={project} />
        </Suspense>
      ) : (
        <ProjectCompanyList project={project} />
      )}
    </Stack>
  )
}

/** Who may attach a company must see companies to choose from. */
const AddCompany = ({ to: project }: { to: Project }) => {
  const t = useText()
  const actor = useActor()
  const { show } = useProjectCompanyLayer()
  const sharedWith = project.sharedWith.map(({ uniqueId }) => uniqueId)
  if (!can(actor, projectPolicy.attach, { ...project, sharedWith }) || !can(actor, companyPolicy.see)) return null
  return (
    <Button onClick={() => show('attach')} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('Add Company to Project')}
    </Button>
  )
}

const ORDER = 'company'
const NO_FIELDS = {}

/** The list as its address shows it. Where the tenant has added fields to places in projects, it is filtered and sorted by them. */
const useProjectCompanyList = ({ uniqueId: projectId }: Project) => {
  const edit = useEditing({ kind: 'projectCompany', policy: projectCompanyPolicy, nameOf: ({ company }) => company.legalName })
  const custom = useCustomColumns<ProjectCompany>('projectCompany', { edit })
  const display = useListDisplay({ fields: custom.specs, isLearning: custom.isLoading, filters: [], sort: ORDER })
  const { where, q, size, density } = display.state
  const columns = useColumns<ProjectCompany>(useProjectColumns(), NO_FIELDS, display.state, undefined, custom.columns)
  const listing = useListing('GET /api/projectCompany/project/:projectId', {
    asks: { projectId, ...(where.length > 0 && { where }), ...(q && { q }) },
    sort: ORDER,
    size,
    waits: display.isPending,
  })
  const clear = () => display.change({ where: [], q: '' })
  return { custom, display, columns, listing, clear, roomy: density === 'roomy' }
}

const ProjectCompanyList = ({ project }: { project: Project }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const { custom, display, columns, listing, clear, roomy } = useProjectCompanyList(project)
  return (
    <>
      {custom.columns.length > 0 && project.companies > 0 && <ListTools fields={custom.specs} view={display} columns={columns} />}
      <Paged of={listing} empty={display.isFiltered ? <EmptyState onClear={clear} /> : <Nothing project={project} />}>
        {(rows) => (
          <Rows
            {...listing.table}
            rows={rows}
            label={t('Companies of {name}', { name: project.name })}
            columns={columns.columns}
            keyOf={({ uniqueId }) => uniqueId}
            linkOf={(projectCompany) =>
              seesCompany(actor, projectCompany) ? at(`company/show/${projectCompany.companyUID}`) : undefined
            }
            menuOf={menuOf}
            roomy={roomy}
          />
        )}
      </Paged>
    </>
  )
}

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
