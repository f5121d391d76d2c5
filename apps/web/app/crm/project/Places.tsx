import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconTopologyStar3 } from '@tabler/icons-react'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { projectPolicy } from '@tradewind/contract/crm/project.policy'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useListAddress } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { ErrorState } from '#ui/page/ErrorState'
import { Pager } from '#ui/paging/Pager'
import { usePastEnd } from '#ui/paging/usePastEnd'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFigure } from '#ui/values/useFigure'
import { Website } from '#ui/values/Website'
import { LevelBadge } from './LevelBadge.tsx'
import { PlaceMenu } from './PlaceMenu.tsx'
import { placeLabelsIn } from './project.words.ts'
import { seesCompany } from './seesCompany.ts'
import { usePlaceLayer } from './usePlaceLayer.ts'

const size = 20

const level = (field: 'potential' | 'interest' | 'priority', head: string): Column<ProjectCompany> => ({
  field,
  head,
  show: (place) => <LevelBadge level={place[field]} />,
  width: '9%',
})
const day = (field: 'lastContact' | 'nextContact', head: string): Column<ProjectCompany> => ({
  field,
  head,
  show: (place) => <Day at={place[field]} />,
  sorts: true,
  width: '11%',
})

const mainContactIn = (t: Say, head: string): Column<ProjectCompany> => ({
  field: 'mainContact',
  head,
  show: ({ mainContact }) => (
    <Clip>{mainContact === undefined ? t('Not shown to you') : (mainContact?.fullName ?? t('N/A'))}</Clip>
  ),
  width: '11%',
})

const columnsIn = (t: Say, actor: Actor): Column<ProjectCompany>[] => {
  const labels = placeLabelsIn(t)
  return [
    { field: 'company', head: labels.company, show: ({ company }) => company.legalName, sorts: true, width: '17%' },
    { field: 'country', head: t('Country'), show: ({ company }) => <Clip>{company.country}</Clip>, sorts: true, width: '11%' },
    { field: 'website', head: t('Website'), show: ({ company }) => <Website address={company.website} />, width: '12%' },
    level('potential', labels.potential),
    level('interest', labels.interest),
    { ...level('priority', labels.priority), sorts: true },
    day('lastContact', labels.lastContact),
    day('nextContact', labels.nextContact),
    ...(can(actor, contactPolicy.see) ? [mainContactIn(t, labels.mainContact)] : []),
  ]
}

/** The companies of a project. Page and order live in the address. */
export const Places = ({ project }: { project: Project }) => {
  const t = useText()
  const figure = useFigure()
  return (
    <Stack component="section" aria-labelledby="places" gap="sm">
      <Group justify="space-between">
        <Group gap="sm" align="baseline">
          <Title order={2} size="h4" id="places">
            {t('Companies')}
          </Title>
          <Text c="dimmed">{figure(project.companies)}</Text>
        </Group>
        {project.companies > 0 && <AddCompany to={project} />}
      </Group>
      <PlaceList project={project} />
    </Stack>
  )
}

/** Who may attach a company must see companies to choose from. */
const AddCompany = ({ to: project }: { to: Project }) => {
  const t = useText()
  const actor = useActor()
  const { show } = usePlaceLayer()
  const sharedWith = project.sharedWith.map(({ uniqueId }) => uniqueId)
  if (!can(actor, projectPolicy.attach, { ...project, sharedWith }) || !can(actor, companyPolicy.see)) return null
  return (
    <Button onClick={() => show('attach')} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('Add Company to Project')}
    </Button>
  )
}

const PlaceList = ({ project }: { project: Project }) => {
  const address = useListAddress({ filters: [], sort: 'company' })
  const { page, sort, change, addressAfter } = address
  const asked = { projectId: project.uniqueId, sort: sort as 'company', page: page - 1, size }
  const list = useList('GET /api/projectCompany/project/:projectId', asked)
  const { data, error, refetch, isPlaceholderData } = list
  usePastEnd(list, address, size)
  if (error && !data) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  if (data.total === 0) return <Nothing project={project} />
  return (
    <>
      <PlaceRows
        project={project}
        rows={data.rows}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        stale={isPlaceholderData}
      />
      {data.total > size && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          estimated={data.estimated}
          stale={isPlaceholderData}
          addressOf={(next) => addressAfter({ page: next })}
          onPrefetch={() => undefined}
        />
      )}
    </>
  )
}

interface PlaceRowsProps {
  project: Project
  rows: readonly ProjectCompany[]
  sort: string
  onSort: (sort: string) => void
  stale: boolean
}

const PlaceRows = ({ project, ...listed }: PlaceRowsProps) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  return (
    <Rows
      {...listed}
      label={t('Companies of {name}', { name: project.name })}
      columns={columnsIn(t, actor)}
      keyOf={({ uniqueId }) => uniqueId}
      linkOf={(place) => (seesCompany(actor, place) ? at(`company/show/${place.companyUID}`) : undefined)}
      menuOf={menuOf}
    />
  )
}

const menuOf = (place: ProjectCompany) => <PlaceMenu place={place} />

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
