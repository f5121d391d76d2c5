import { screen } from '#kit/screen'

export const tenantScreens = [
  screen('dashboard', 'platform/tenant/TenantOverview.tsx'),
  screen('tenant/list', 'platform/tenant/TenantList.tsx'),
  screen('tenant/create', 'platform/tenant/TenantForm.tsx'),
  screen('tenant/edit/:uniqueId', 'platform/tenant/TenantForm.tsx'),
  screen('tenant/show/:uniqueId', 'operations/bulkUpload/TenantShow.tsx'),
  screen('tenant/admin/create/:tenantUID', 'platform/tenant/admins/AdminCreate.tsx'),
  screen('tenant/crm/create/:tenantUID', 'platform/tenant/admins/AdminCreate.tsx'),
  screen('tenant/admin/show/:adminUID', 'platform/tenant/admins/AdminShow.tsx'),
]
