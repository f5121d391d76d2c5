import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { useEditing } from '#ui/entity/useEditing'
import { DateInput } from '#ui/form/DateInput'

/** The names of the people that a project is shared with. */
export const namesIn = ({ sharedWith }: Pick<Project, 'sharedWith'>) => sharedWith.map(({ fullName }) => fullName).join(', ')

const inputs = {
  sharedWith: async () => (await import('./SharedWithField.tsx')).SharedWithField,
  endDate: async () => DateInput,
}

/** Inline editing of projects. */
export const useProjectEditing = () => useEditing({ kind: 'project', policy: projectPolicy, nameOf: ({ name }) => name, inputs })
