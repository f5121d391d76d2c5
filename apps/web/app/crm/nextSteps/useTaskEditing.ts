import { nextStepsPolicy } from '@tradewind/contract/crm/nextSteps.policy'
import { useEditing } from '#ui/entity/useEditing'
import { AssigneeSelect } from './TaskForm.tsx'
import { asRuled } from './useTask.ts'

const inputs = { assignedUser: AssigneeSelect }

/** How tasks are edited where they are shown. */
export const useTaskEditing = () =>
  useEditing({ kind: 'nextSteps', policy: nextStepsPolicy, nameOf: ({ todo }) => todo, ruled: asRuled, inputs })
