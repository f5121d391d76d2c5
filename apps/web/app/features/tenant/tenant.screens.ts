import { screen } from '#kit/screen'

export const tenantScreens = [
  screen('dashboard', 'features/tenant/overview/TenantOverview.tsx'),
  screen('tenant/list', 'features/tenant/TenantList.tsx'),
  screen('tenant/create', 'features/tenant/TenantForm.tsx'),
  screen('tenant/edit/:uniqueId', 'features/tenant/TenantForm.tsx'),
  screen('tenant/show/:uniqueId', 'features/tenant/show/TenantShow.tsx'),
  screen('tenant/admin/create/:tenantUID', 'features/tenant/admins/AdminCreate.tsx'),
  screen('tenant/crm/create/:tenantUID', 'features/tenant/admins/AdminCreate.tsx'),
  screen('tenant/admin/show/:adminUID', 'features/tenant/admins/AdminShow.tsx'),
]
