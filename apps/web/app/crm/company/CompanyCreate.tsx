import { companyPolicy } from '@tradewind/contract/crm/company.policy'
import { guard } from '#kit/guard'
import { phrase } from '#kit/text'
import { CompanyForm } from './CompanyForm.tsx'

export const handle = { name: phrase('New company') }
export const clientLoader = guard({ rules: companyPolicy.create })

export default CompanyForm
