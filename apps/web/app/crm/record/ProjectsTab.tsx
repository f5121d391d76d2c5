import { IconFolders, IconTrash } from '@tabler/icons-react'
import { projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { projectCompanyFields } from '@tradewind/contract/crm/project.fields'
import { can } from '@tradewind/contract/kit/policy'
import { Link } from 'react-router'
import { ContactDayCell, LevelCell } from '#crm/project/useProjectColumns'
import { subjectFilter, type Subject } from '#crm/subject'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useConfirmedRemove } from '#ui/dialog/deletion'
import { useFields } from '#ui/entity/useFields'
import { useListing } from '#ui/list/Paged'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'
import { useNextActions } from './nextActions.tsx'
import { selectColumns, TabEmpty, TabList } from './RecordTabs.tsx'

const renderers = {
  priority: (row: ProjectCompany) => <LevelCell record={row} field="priority" name={row.project.name} />,
  lastContact: (row: ProjectCompany) => <ContactDayCell record={row} field="lastContact" name={row.project.name} />,
  nextContact: (row: ProjectCompany) => <ContactDayCell record={row} field="nextContact" name={row.project.name} />,
}
const card = { title: ({ project }: ProjectCompany) => project.name, titleFields: ['project'] }

const ProjectCompanyMenu = ({ row }: { row: ProjectCompany }) => {
  const t = useText()
  const at = useArea()
  const actor = useActor()
  const removing = t('The company itself stays. Its data in this project stays in the trash for 30 days.')
  const remove = useConfirmedRemove('projectCompany', { removing })
  const { uniqueId, project, company } = row
  return (
    <RowMenu name={project.name}>
      <Menu.Item component={Link} to={at(`project/show/${project.uniqueId}`)} leftSection={<IconFolders size={16} aria-hidden />}>
        {t('Project')}
      </Menu.Item>
      {can(actor, projectCompanyPolicy.remove, row) && (
        <Menu.Item
          color="red"
          onClick={() => void remove(uniqueId, company.legalName)}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {t('Remove from project')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

const menuOf = (row: ProjectCompany) => <ProjectCompanyMenu row={row} />

/** The projects of a company, or those in which a contact is the main contact. */
export const ProjectsTab = (subject: Subject) => {
  const t = useText()
  const at = useArea()
  const { columns } = useFields(projectCompanyFields)
  const listing = useListing('GET /api/projectCompany/', { fixedInput: subjectFilter(subject), sort: '-dateCreated' })
  const { project, dialog } = useNextActions(subject)
  return (
    <>
      <TabList
        listing={listing}
        label={t('Projects')}
        columns={selectColumns(columns(renderers), { project: null, priority: '12%', lastContact: '15%', nextContact: '15%' })}
        card={card}
        linkOf={(row) => at(`project/show/${row.project.uniqueId}`)}
        menuOf={menuOf}
        empty={
          <TabEmpty
            icon={IconFolders}
            title={t('In no project yet')}
            text={t('A project gathers the companies that are worked on together, each with its priority and the next contact.')}
            fill={project}
          />
        }
      />
      {dialog}
    </>
  )
}
