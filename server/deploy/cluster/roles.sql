-- Once, through the primary: psql -h 127.0.0.1 -U postgres -f roles.sql postgres
create role amparo_owner login password 'password-of-owner';
create role amparo_serves login password 'password-of-serves';
create database amparo owner amparo_owner encoding 'UTF8' template template0;
