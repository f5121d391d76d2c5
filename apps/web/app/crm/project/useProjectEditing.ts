import { projectPolicy } from '@tradewind/contract/crm/project/project.policy'
import { DateInput } from '#ui/date/DateInput'
import { useEditing } from '#ui/entity/useEditing'
import { SharedWithField } from './ProjectForm.tsx'

const inputs = { sharedWith: SharedWithField, endDate: DateInput }

/** How projects are edited where they are shown. */
export const useProjectEditing = () => useEditing({ kind: 'project', policy: projectPolicy, nameOf: ({ name }) => name, inputs })
