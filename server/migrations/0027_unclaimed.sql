-- The photos of accounts whose claim nobody proved go after thirty days: the hourly job looks for these accounts.
CREATE INDEX "customers_unclaimed" ON "customers" USING btree ("created") WHERE claim <> 'yes' and email_verified is not null and erased is null;
