import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { useEditing } from '#ui/entity/useEditing'
import { DateInput } from '#ui/form/DateInput'

/** The people that a project is shared with, by name. */
export const namesIn = ({ sharedWith }: Pick<Project, 'sharedWith'>) => sharedWith.map(({ fullName }) => fullName).join(', ')

const inputs = {
  sharedWith: async () => (await import('./SharedWithField.tsx')).SharedWithField,
  endDate: async () => DateInput,
}

/** How projects are edited where they are shown. */
export const useProjectEditing = () => useEditing({ kind: 'project', policy: projectPolicy, nameOf: ({ name }) => name, inputs })
