import { IconFolderPlus, IconFolders, IconTimelineEvent, IconTopologyStar3 } from '@tabler/icons-react'
import { projectPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { ADMINS, LEVEL3, PAID } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

const group = phrase('Project Database')
const rules = [[[...ADMINS, ...LEVEL3, 'ROLE_LEVEL2', ...PAID], all]] as const

export const projectFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Projects'),
      path: 'project/list',
      list: { kind: 'project', viewed: true },
      members: 'line',
      icon: IconFolders,
      rules,
    },
    {
      group,
      text: phrase('Project Events'),
      path: 'project/listOld',
      list: { kind: 'projectCompany', viewed: true },
      members: 'rare',
      icon: IconTimelineEvent,
      rules,
    },
    {
      group,
      text: phrase('Create Project'),
      path: 'project/create',
      icon: IconFolderPlus,
      rules: [[ADMINS, all]],
    },
  ],
  create: [
    {
      text: phrase('New Project'),
      path: 'project/create',
      icon: IconFolderPlus,
      rules: projectPolicy.create,
      position: 5,
      key: 'p',
    },
  ],
  kinds: [
    {
      kind: 'project',
      singular: phrase('Project'),
      plural: phrase('Projects'),
      icon: IconFolders,
      show: (uniqueId) => `project/show/${uniqueId}`,
    },
    {
      kind: 'projectCompany',
      singular: phrase('Company in a project'),
      plural: phrase('Companies in projects'),
      icon: IconTopologyStar3,
      show: (uniqueId) => `projectCompany/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'project/list': 'crm/project/ProjectList.tsx',
      'project/listOld': 'crm/project/ProjectEvents.tsx',
      'project/create': 'crm/project/ProjectForm.tsx',
      'project/edit/:uniqueId': 'crm/project/ProjectForm.tsx',
      'project/show/:uniqueId': 'crm/project/ProjectShow.tsx',
      'projectCompany/show/:uniqueId': 'crm/project/ProjectCompanyOpen.tsx',
    },
  },
}
