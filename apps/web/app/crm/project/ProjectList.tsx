import { IconFolders } from '@tabler/icons-react'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { projectPolicy } from '@tradewind/contract/crm/project.policy'
import { isMember } from '@tradewind/contract/roles'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { phrase, type Say, useText } from '#kit/text'
import type { Column } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'
import { useFigure } from '#ui/values/useFigure'
import { namesIn } from './project.words.ts'

export const handle = { name: phrase('Projects') }
export const clientLoader = guard({ rules: projectPolicy.see })

const columnsIn = (t: Say, figure: (count: number) => string): Column<Project>[] => [
  { field: 'name', head: t('Name'), show: ({ name }) => name, sorts: true, width: '40%' },
  {
    field: 'sharedWith',
    head: t('Shared With'),
    show: (project) => <Clip>{namesIn(project) || t('Nobody')}</Clip>,
    width: '34%',
  },
  { field: 'companies', head: t('Companies'), show: ({ companies }) => figure(companies), figures: true, width: '12%' },
  { field: 'dateCreated', head: t('Created'), show: ({ dateCreated }) => <Day at={dateCreated} />, sorts: true, width: '14%' },
]

/** Members share with nobody: they have no use for the words about it. */
export default function ProjectList() {
  const t = useText()
  const member = isMember(useActor())
  const filters = { name: t('Project Name'), sharedWithName: t('Shared with User Name') }
  return (
    <ListPage
      kind="project"
      title={t('Projects')}
      policy={projectPolicy}
      columns={columnsIn(t, useFigure()).filter(({ field }) => !(member && field === 'sharedWith'))}
      nameOf={({ name }) => name}
      filters={member ? { name: filters.name } : filters}
      sort="-dateCreated"
      createText={t('New project')}
      empty={{
        icon: IconFolders,
        title: t('No projects yet'),
        text: t('A project gathers the companies that are worked on together, each with its priority and the next contact.'),
      }}
    />
  )
}
