import { Button, Group, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTopologyStar3 } from '@tabler/icons-react'
import { companyPolicy, projectCompanyPolicy, projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { can } from '@tradewind/contract/kit/policy'
import { Suspense } from 'react'
import { projectCompaniesListed } from '#kit/api/asked'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { EmptyState } from '#ui/page/states'
import { useFigure } from '#ui/values/figures'
import { ListPart } from '#ui/view/ListPart'
import { ProjectCompanyMenu, seesCompany, useProjectCompanyLayer } from './ProjectCompanyMenu.tsx'
import { useProjectColumns } from './useProjectColumns.tsx'

const Board = lazyWithRetry(async () => (await import('./Board.tsx')).Board)

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

const ProjectCompanyList = ({ project }: { project: Project }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const edit = useEditing({ kind: 'projectCompany', policy: projectCompanyPolicy, nameOf: ({ company }) => company.legalName })
  return (
    <ListPart
      kind="projectCompany"
      route="GET /api/projectCompany/project/:projectId"
      {...projectCompaniesListed(project.uniqueId)}
      columns={useProjectColumns()}
      edit={edit}
      label={t('Companies of {name}', { name: project.name })}
      linkOf={(projectCompany) =>
        seesCompany(actor, projectCompany) ? at(`company/show/${projectCompany.companyUID}`) : undefined
      }
      menuOf={menuOf}
      empty={<Nothing project={project} />}
      hasRecords={project.companies > 0}
    />
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
