import { IconChecklist, IconFolders, IconReportAnalytics, IconTopologyStar3 } from '@tabler/icons-react'
import { contactPolicy, meetingReportPolicy, projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isMember } from '@tradewind/contract/roles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { useArea } from '#kit/area'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useEditing } from '#ui/entity/useEditing'
import { useFields } from '#ui/entity/useFields'
import { Menu } from '#ui/page/floating'
import { HeaderButton } from '#ui/page/PageHeader'
import { RowMenu } from '#ui/record/RowMenu'
import { ViewedList } from '#ui/view/ViewedList'
import { ContactDayCell, LevelCell } from './useProjectColumns.tsx'

export const handle = { name: phrase('Project Events') }
export const clientLoader = guard({ rules: projectCompanyPolicy.see })

/** Companies are attached on the project's own page, so this list has no button to create one. */
const policy = { ...projectCompanyPolicy, create: [] }

/** Without the website, which is the company's and not in the row. */
const { website: _, ...allFields } = projectCompanyFields
const { mainContact: __, ...fieldsWithoutContact } = allFields

/** A company may be in many projects. */
const nameInProject = ({ company, project }: ProjectCompany) => `${company.legalName}, ${project.name}`

const renderers = {
  priority: (row: ProjectCompany) => <LevelCell record={row} field="priority" name={nameInProject(row)} />,
  lastContact: (row: ProjectCompany) => <ContactDayCell record={row} field="lastContact" name={nameInProject(row)} />,
  nextContact: (row: ProjectCompany) => <ContactDayCell record={row} field="nextContact" name={nameInProject(row)} />,
}

const card = {
  title: nameInProject,
  titleFields: ['company', 'project'],
}

const bulkActions = bulkActionsFor<ProjectCompany>({ kind: 'projectCompany', policy, nameOf: nameInProject })

/** The companies of all projects, with links to their summaries and tasks. */
export default function ProjectEvents() {
  const t = useText()
  const { columns } = useFields(projectCompanyFields)
  const edit = useEditing({ kind: 'projectCompany', policy, nameOf: nameInProject })
  const actor = useActor()
  const filters = { projectName: t('Project Name'), sharedWithName: t('Shared with User Name') }
  const frameContact = ({ mainContact }: ProjectCompany, content: ReactNode) =>
    mainContact === undefined ? t('Not shown to you') : content
  return (
    <ViewedList
      kind="projectCompany"
      title={t('Project Events')}
      policy={policy}
      columns={columns({ ...renderers, country: ({ company }) => t(company.country) })}
      edit={{ frame: (field, ...more) => (field === 'mainContact' ? frameContact : edit.frame(field, ...more)) }}
      {...(can(actor, policy.update) && { bulkActions })}
      fields={can(actor, contactPolicy.see) ? allFields : fieldsWithoutContact}
      card={card}
      nameOf={({ company }) => company.legalName}
      filters={isMember(actor) ? { projectName: filters.projectName } : filters}
      sort="-dateCreated"
      createText=""
      empty={{
        icon: IconTopologyStar3,
        title: t('No companies in projects yet'),
        text: t('All companies of all projects, with their reports and tasks one click away.'),
      }}
      actions={<AllProjects />}
      menuOf={menuOf}
    />
  )
}

const AllProjects = () => {
  const t = useText()
  const at = useArea()
  return (
    <HeaderButton component={Link} to={at('project/list')} prefetch="intent" icon={IconFolders}>
      {t('List All Project')}
    </HeaderButton>
  )
}

const EventMenu = ({ projectCompany: { company, project } }: { projectCompany: ProjectCompany }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  return (
    <RowMenu name={company.legalName}>
      {can(actor, meetingReportPolicy.see) && (
        <Menu.Item
          component={Link}
          to={at(`meetingReport/company/${company.uniqueId}`)}
          leftSection={<IconReportAnalytics size={16} aria-hidden />}
        >
          {t('Reports')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to={at('nextSteps/list')} leftSection={<IconChecklist size={16} aria-hidden />}>
        {t('Tasks')}
      </Menu.Item>
      <Menu.Item component={Link} to={at(`project/show/${project.uniqueId}`)} leftSection={<IconFolders size={16} aria-hidden />}>
        {t('Project')}
      </Menu.Item>
    </RowMenu>
  )
}

const menuOf = (projectCompany: ProjectCompany) => <EventMenu projectCompany={projectCompany} />
