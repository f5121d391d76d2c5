import { IconFolderPlus, IconFolders, IconTimelineEvent, IconTopologyStar3 } from '@tabler/icons-react'
import { projectPolicy } from '@tradewind/contract/crm/project/project.policy'
import { all } from '@tradewind/contract/kit/policy'
import { ADMINS, LEVEL3, PAID } from '@tradewind/contract/roles'
import type { FeatureMenu } from '#kit/entries'
import { screen } from '#kit/screen'
import { phrase } from '#kit/text'

const group = phrase('Project Database')
const rules = [[[...ADMINS, ...LEVEL3, 'ROLE_LEVEL2', ...PAID], all]] as const

export const projectMenu: FeatureMenu = {
  menu: [
    {
      group,
      text: phrase('Projects'),
      about: phrase('Companies that are worked on together, and who works on them.'),
      path: 'project/list',
      icon: IconFolders,
      count: 'GET /api/project/',
      rules,
    },
    {
      group,
      text: phrase('Project Events'),
      about: phrase('Every company of every project, with its reports and the next contact.'),
      path: 'project/listOld',
      icon: IconTimelineEvent,
      rules,
    },
  ],
  create: [
    { text: phrase('New Project'), path: 'project/create', icon: IconFolderPlus, rules: projectPolicy.create, position: 5 },
  ],
  kinds: [
    {
      kind: 'project',
      one: phrase('Project'),
      many: phrase('Projects'),
      icon: IconFolders,
      show: (uniqueId) => `project/show/${uniqueId}`,
    },
    {
      kind: 'projectCompany',
      one: phrase('Company in a project'),
      many: phrase('Companies in projects'),
      icon: IconTopologyStar3,
      show: (uniqueId) => `projectCompany/show/${uniqueId}`,
    },
  ],
}

export const projectScreens = [
  screen('project/list', 'crm/project/ProjectList.tsx'),
  screen('project/listOld', 'crm/project/ProjectEvents.tsx'),
  screen('project/create', 'crm/project/ProjectCreate.tsx'),
  screen('project/edit/:uniqueId', 'crm/project/ProjectEdit.tsx'),
  screen('project/show/:uniqueId', 'crm/project/ProjectShow.tsx'),
  screen('projectCompany/show/:uniqueId', 'crm/project/ProjectCompanyOpen.tsx'),
]
