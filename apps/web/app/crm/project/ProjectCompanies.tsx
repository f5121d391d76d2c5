import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { IconEdit, IconEye, IconFlag, IconPlus, IconReportAnalytics, IconTopologyStar3, IconTrash } from '@tabler/icons-react'
import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { contactPolicy } from '@tradewind/contract/crm/contact.policy'
import { meetingReportPolicy } from '@tradewind/contract/crm/meetingReport.policy'
import type { Project, ProjectCompany } from '@tradewind/contract/crm/project/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project/project.fields'
import { projectCompanyPolicy, projectPolicy } from '@tradewind/contract/crm/project/project.policy'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import type { SortIn } from '#kit/api/calls'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { type Say, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import type { Column } from '#ui/list/columns'
import { Paged, useListing } from '#ui/list/Paged'
import { Rows } from '#ui/list/Rows'
import { EmptyState } from '#ui/page/EmptyState'
import { RowMenu } from '#ui/record/RecordMenu'
import { useRemoval } from '#ui/record/useRemoval'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFigure } from '#ui/values/useFigure'
import { Website } from '#ui/values/Website'
import { LevelBadge } from './LevelBadge.tsx'
import { seesCompany, useProjectCompanyLayer } from './useProjectCompanyLayer.ts'

type ProjectColumn = Column<ProjectCompany, SortIn<'GET /api/projectCompany/project/:projectId'>>

const levelOf = (field: 'potential' | 'interest' | 'priority') => ({
  show: (projectCompany: ProjectCompany) => <LevelBadge level={projectCompany[field]} />,
  width: '9%',
})
const dayOf = (field: 'lastContact' | 'nextContact') => ({
  show: (projectCompany: ProjectCompany) => <Day at={projectCompany[field]} />,
  sorts: true as const,
  width: '11%',
})

const mainContactIn = (t: Say, head: string): ProjectColumn => ({
  field: 'mainContact',
  head,
  show: ({ mainContact }) => (
    <Clip>{mainContact === undefined ? t('Not shown to you') : (mainContact?.fullName ?? t('N/A'))}</Clip>
  ),
  width: '11%',
})

/** All but the project, and with what else is known of the company. */
const useColumns = (): ProjectColumn[] => {
  const t = useText()
  const { labels } = useFields(projectCompanyFields)
  const maySeeContacts = can(useActor(), contactPolicy.see)
  return [
    { field: 'company', head: labels.company, show: ({ company }) => company.legalName, sorts: true, width: '17%' },
    { field: 'country', head: labels.country, show: ({ company }) => <Clip>{company.country}</Clip>, sorts: true, width: '11%' },
    // The company's address on the web.
    { field: 'companyUID', head: labels.website, show: ({ company }) => <Website address={company.website} />, width: '12%' },
    { field: 'potential', head: labels.potential, ...levelOf('potential') },
    { field: 'interest', head: labels.interest, ...levelOf('interest') },
    { field: 'priority', head: labels.priority, ...levelOf('priority'), sorts: true },
    { field: 'lastContact', head: labels.lastContact, ...dayOf('lastContact') },
    { field: 'nextContact', head: labels.nextContact, ...dayOf('nextContact') },
    ...(maySeeContacts ? [mainContactIn(t, labels.mainContact)] : []),
  ]
}

/** The companies of a project. Page and order live in the address. */
export const ProjectCompanies = ({ project }: { project: Project }) => {
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
      <ProjectCompanyList project={project} />
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
  const columns = useColumns()
  const listing = useListing('GET /api/projectCompany/project/:projectId', {
    asks: { projectId: project.uniqueId },
    sort: 'company',
  })
  return (
    <Paged of={listing} empty={<Nothing project={project} />}>
      {(rows) => (
        <Rows
          {...listing.table}
          rows={rows}
          label={t('Companies of {name}', { name: project.name })}
          columns={columns}
          keyOf={({ uniqueId }) => uniqueId}
          linkOf={(projectCompany) =>
            seesCompany(actor, projectCompany) ? at(`company/show/${projectCompany.companyUID}`) : undefined
          }
          menuOf={menuOf}
        />
      )}
    </Paged>
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

/** What may be done with a company of a project. */
const ProjectCompanyMenu = ({ projectCompany }: { projectCompany: ProjectCompany }) => {
  const t = useText()
  const actor = useActor()
  const { show } = useProjectCompanyLayer()
  const { uniqueId, company } = projectCompany
  return (
    <RowMenu name={company.legalName}>
      <Menu.Item onClick={() => show('details', uniqueId)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {can(actor, meetingReportPolicy.create) && seesCompany(actor, projectCompany) && (
        <CreateReport companyUID={projectCompany.companyUID} />
      )}
      {can(actor, projectCompanyPolicy.update, projectCompany) && (
        <>
          <Menu.Item onClick={() => show('edit', uniqueId)} leftSection={<IconEdit size={16} aria-hidden />}>
            {t('Edit')}
          </Menu.Item>
          <Menu.Item onClick={() => show('priority', uniqueId)} leftSection={<IconFlag size={16} aria-hidden />}>
            {t('Edit Priority')}
          </Menu.Item>
        </>
      )}
      {can(actor, projectCompanyPolicy.remove, projectCompany) && <Remove uniqueId={uniqueId} name={company.legalName} />}
    </RowMenu>
  )
}

const CreateReport = ({ companyUID }: { companyUID: string }) => {
  const t = useText()
  const at = useArea()
  return (
    <Menu.Item
      component={Link}
      to={at(`meetingReport/create/${companyUID}`)}
      leftSection={<IconReportAnalytics size={16} aria-hidden />}
    >
      {t('Create Report')}
    </Menu.Item>
  )
}

const Remove = ({ uniqueId, name }: { uniqueId: string; name: string }) => {
  const t = useText()
  const removing = t('The company itself stays. What was said of it in this project stays in the trash for 30 days.')
  const remove = useRemoval('projectCompany', { removing })
  return (
    <Menu.Item color="red" onClick={() => void remove(uniqueId, name)} leftSection={<IconTrash size={16} aria-hidden />}>
      {t('Remove from project')}
    </Menu.Item>
  )
}
