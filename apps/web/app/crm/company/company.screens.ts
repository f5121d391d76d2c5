import { screen } from '#kit/screen'

export const companyScreens = [
  screen('company/list', 'crm/company/CompanyList.tsx'),
  screen('company/create', 'crm/company/CompanyCreate.tsx'),
  screen('company/edit/:uniqueId', 'crm/company/CompanyEdit.tsx'),
  screen('company/show/:uniqueId', 'crm/company/CompanyShow.tsx'),
]
