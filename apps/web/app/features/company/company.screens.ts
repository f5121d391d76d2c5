import { screen } from '#kit/screen'

export const companyScreens = [
  screen('company/list', 'features/company/CompanyList.tsx'),
  screen('company/create', 'features/company/CompanyCreate.tsx'),
  screen('company/edit/:uniqueId', 'features/company/CompanyEdit.tsx'),
  screen('company/show/:uniqueId', 'features/company/CompanyShow.tsx'),
]
