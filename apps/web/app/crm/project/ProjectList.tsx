import { IconFolders } from '@tabler/icons-react'
import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { projectFields } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isMember } from '@tradewind/contract/roles'
import { bulkActionsFor } from '#crm/bulk/lazyBulk'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { ViewedList } from '#ui/view/ViewedList'
import { namesIn, useProjectEditing } from './useProjectEditing.ts'

export const handle = { name: phrase('Projects') }
export const clientLoader = guard({ rules: projectPolicy.see })

const nameOf = ({ name }: Project) => name
const bulkActions = bulkActionsFor<Project>({ kind: 'project', policy: projectPolicy, nameOf })

/** Members cannot share, so the columns and filters about sharing are left out for them. */
export default function ProjectList() {
  const t = useText()
  const actor = useActor()
  const member = isMember(actor)
  const { columns, filters } = useFields(projectFields)
  const edit = useProjectEditing()
  const sharedWith = (project: Project) => namesIn(project) || t('Nobody')
  return (
    <ViewedList
      kind="project"
      title={t('Projects')}
      policy={projectPolicy}
      edit={edit}
      columns={columns({ sharedWith }, edit).filter(({ field }) => !(member && field === 'sharedWith'))}
      fields={projectFields}
      nameOf={nameOf}
      {...(can(actor, projectPolicy.update) && { bulkActions })}
      filters={member ? filters : { ...filters, sharedWithName: t('Shared with User Name') }}
      sort="-dateCreated"
      createText={t('New Project')}
      empty={{
        icon: IconFolders,
        title: t('No projects yet'),
        text: t('A project gathers the companies that are worked on together, each with its priority and the next contact.'),
      }}
    />
  )
}
