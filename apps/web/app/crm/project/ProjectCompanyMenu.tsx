import { IconCalendarPlus, IconEdit, IconEye, IconFlag, IconReportAnalytics, IconTrash } from '@tabler/icons-react'
import { companyPolicy, meetingReportPolicy, projectCompanyPolicy } from '@tradewind/contract/crm/policies'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { can } from '@tradewind/contract/kit/policy'
import type { Actor } from '@tradewind/contract/roles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { newReportPath } from '#crm/subject'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useConfirmedRemove } from '#ui/dialog/deletion'
import { Menu } from '#ui/page/floating'
import { RowMenu } from '#ui/record/RowMenu'

/** Returns whether the actor may open the company of a company in a project. Users who see the project may not see all of its companies. */
export const maySeeCompany = (actor: Actor, { company, sharedWith }: Pick<ProjectCompany, 'company' | 'sharedWith'>) =>
  can(actor, companyPolicy.see, { ...company, sharedWith })

const projectCompanyActions = ['attach', 'details', 'edit', 'priority'] as const
export type ProjectCompanyAction = (typeof projectCompanyActions)[number]

/** The dialog that is open over a project's page, as the address names it: `?open=attach`, or an action and the id of the company in the project. */
export const useProjectCompanyLayer = () => {
  const [open, setOpen] = useParam('open')
  const [word = '', uniqueId = ''] = open.split('.')
  return {
    doing: projectCompanyActions.find((one) => one === word && (one === 'attach') === (uniqueId === '')),
    uniqueId,
    show: (action: ProjectCompanyAction, of = '') => setOpen(of ? `${action}.${of}` : action),
    close: () => setOpen(''),
  }
}

interface ProjectCompanyMenuProps {
  projectCompany: ProjectCompany
  /** Entries before the others. */
  children?: ReactNode
}

/** The actions for a company in a project. */
export const ProjectCompanyMenu = ({ projectCompany, children }: ProjectCompanyMenuProps) => {
  const t = useText()
  const actor = useActor()
  const { show } = useProjectCompanyLayer()
  const { uniqueId, company } = projectCompany
  return (
    <RowMenu name={company.legalName}>
      {children}
      <Menu.Item onClick={() => show('details', uniqueId)} leftSection={<IconEye size={16} aria-hidden />}>
        {t('Details')}
      </Menu.Item>
      {can(actor, meetingReportPolicy.create) && maySeeCompany(actor, projectCompany) && (
        <ReportItems projectCompany={projectCompany} />
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

/** A report together with a summary that is shared with the project, or a report alone. */
const ReportItems = ({ projectCompany: { companyUID, project } }: { projectCompany: ProjectCompany }) => {
  const t = useText()
  const at = useArea()
  return (
    <>
      <Menu.Item
        component={Link}
        to={at(newReportPath({ kind: 'project', uniqueId: project.uniqueId }, { kind: 'company', uniqueId: companyUID }))}
        leftSection={<IconCalendarPlus size={16} aria-hidden />}
      >
        {t('New Report for the project')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={at(`meetingReport/create/${companyUID}`)}
        leftSection={<IconReportAnalytics size={16} aria-hidden />}
      >
        {t('Create Report')}
      </Menu.Item>
    </>
  )
}

const Remove = ({ uniqueId, name }: { uniqueId: string; name: string }) => {
  const t = useText()
  const removing = t('The company itself stays. Its data in this project stays in the trash for 30 days.')
  const remove = useConfirmedRemove('projectCompany', { removing, removeLabel: t('Yes, delete it!') })
  return (
    <Menu.Item color="red" onClick={() => void remove(uniqueId, name)} leftSection={<IconTrash size={16} aria-hidden />}>
      {t('Delete')}
    </Menu.Item>
  )
}
