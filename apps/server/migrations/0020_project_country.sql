-- The dashboard counts the projects of each country.
comment on column project_company.country is 'found by';
