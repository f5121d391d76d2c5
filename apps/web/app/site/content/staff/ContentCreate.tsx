import { contentPolicy } from '@tradewind/contract/site/content.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { ContentForm } from './ContentForm.tsx'

export const handle = { name: phrase('New content') }
export const clientLoader = guard({ rules: contentPolicy.create })

export default ContentForm
