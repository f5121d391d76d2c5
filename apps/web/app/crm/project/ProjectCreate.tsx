import { projectPolicy } from '@tradewind/contract/crm/project/project.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { ProjectForm } from './ProjectForm.tsx'

export const handle = { name: phrase('New project') }
export const clientLoader = guard({ rules: projectPolicy.create })

export default ProjectForm
