import { contentPolicy } from '@tradewind/contract/site/content.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { ContentForm } from './ContentForm.tsx'

export const handle = { name: phrase('Edit content') }
export const clientLoader = guard({ rules: contentPolicy.update })

export default ContentForm
