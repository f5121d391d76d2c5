import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { editorWith, useEditing } from '#ui/entity/useEditing'
import { DateInput } from '#ui/form/DateInput'

/** The people that a project is shared with, by name. */
export const namesIn = ({ sharedWith }: Pick<Project, 'sharedWith'>) => sharedWith.map(({ fullName }) => fullName).join(', ')

const references = ['sharedWith']
const Editor = editorWith(async () => ({
  sharedWith: (await import('./SharedWithField.tsx')).SharedWithField,
  endDate: DateInput,
}))

/** How projects are edited where they are shown. */
export const useProjectEditing = () =>
  useEditing({ kind: 'project', policy: projectPolicy, nameOf: ({ name }) => name, references, Editor })
