import { IconFileText } from '@tabler/icons-react'
import { summaryPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { PAID, STAFF } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

export const summaryFeature: Feature = {
  menu: [
    {
      group: phrase('Reports'),
      text: phrase('My Summaries'),
      path: 'summary',
      icon: IconFileText,
      rules: [[[...STAFF, ...PAID], all]],
    },
  ],
  create: [{ text: phrase('My Summaries'), path: 'summary', icon: IconFileText, rules: summaryPolicy.see, position: 1 }],
  kinds: [
    {
      kind: 'summary',
      singular: phrase('Summary'),
      plural: phrase('Summaries'),
      icon: IconFileText,
      show: (uniqueId) => `summary?summary=${uniqueId}`,
    },
  ],
  ofRecord: [
    {
      kind: 'company',
      text: phrase('All summaries'),
      path: (uniqueId) => `summary/${uniqueId}`,
      icon: IconFileText,
      rules: summaryPolicy.see,
    },
    {
      kind: 'project',
      text: phrase('All summaries'),
      path: (uniqueId) => `projectSummaries/${uniqueId}`,
      icon: IconFileText,
      rules: summaryPolicy.see,
    },
  ],
  screens: {
    work: {
      summary: 'crm/summary/MySummaries.tsx',
      'summary/:companyUid': 'crm/summary/CompanySummaries.tsx',
      'projectSummaries/:projectUid': 'crm/summary/ProjectSummaries.tsx',
    },
  },
}
